import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { ConfigError } from '#server/config/config.ts';
import { isAppError } from '#shared/errors/app-error.ts';

/** How the operator calls a command. */
export interface CommandCall {
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  print(line: string): void;
  /** Prints an expected error as a line, and others as they are. */
  printError(error: unknown): void;
}

/** A command of the operator. Returns whether it did what was asked. @throws ConfigError, AppError. */
export type Command = (call: CommandCall) => Promise<boolean>;

/** Runs a command. Returns the exit code. */
export async function runCommand(command: Command, call: CommandCall): Promise<number> {
  try {
    return (await command(call)) ? 0 : 1;
  } catch (error) {
    const expected =
      error instanceof ConfigError || error instanceof EmbeddedPostgresError || isAppError(error);
    call.printError(expected ? error.message : error);
    return 1;
  }
}

/** Runs the command that this process was started for. */
export async function runProcessAs(command: Command): Promise<void> {
  process.exitCode = await runCommand(command, {
    args: process.argv.slice(2),
    env: process.env,
    print: (line) => console.log(line),
    printError: (error) => console.error(error),
  });
}
