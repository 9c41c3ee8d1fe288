import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The functions that run raw statements with declared columns (`src/database/prepared-query.ts`). */
const declaring = new Set(['prepareStatement', 'declareStatement', 'queryRows']);

export interface SqlCallSites {
  /** The lines that declare a statement's columns, from 1. */
  declared: number[];
  /** Uses of raw SQL whose rows are not declared, each as a message. */
  undeclared: string[];
}

const exempt = new Set([
  // They declare rows for all others.
  'src/database/prepared-query.ts',
  'src/database/typed-sql.ts',
  // It compares rows with their declarations.
  'test/config/observe-typed-sql.ts',
  // A library reads the rows itself.
  'src/server/jobs/scheduled-jobs.ts',
  'src/server/bootstrap/open-server-operations.ts',
  // Its tests compare whole rows, whose values have the type `unknown`.
  'src/database/embedded-postgres/test-harness.ts',
  'test/cluster/database-cluster.ts',
  // Reads a time of Postgres for the table of durations, outside of the databases of the tests.
  'test/fixtures/database.ts',
  // Explains statements whose texts are known only while it runs.
  'bench/statements.ts',
]);

/** Finds raw SQL in every folder with source code. */
export function listSqlCallSites(root = '.'): ({ file: string } & SqlCallSites)[] {
  const files = globSync('{src,catalog,simulator,scripts,test,bench}/**/*.{ts,tsx}', { cwd: root });
  return files
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !exempt.has(file))
    .map((file) => ({
      file,
      ...findSqlCallSites(file, readFileSync(path.join(root, file), 'utf8')),
    }));
}

/**
 * Finds raw SQL in a source file. The rows of a connection's own `query` have any type, and a type argument
 * or `mapWith` would be a claim that nothing checks. That nobody reads rows of `execute` is checked by the
 * compiler: see `src/database/execute.ts`.
 */
export function findSqlCallSites(file: string, code: string): SqlCallSites {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true);
  const sites: SqlCallSites = { declared: [], undeclared: [] };
  const line = (node: ts.Node) =>
    source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const refuse = (node: ts.Node, reason: string) =>
    sites.undeclared.push(`${file}:${line(node)}: ${reason}`);

  function visit(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const name = calledName(node);
      if (ts.isIdentifier(node.expression) && declaring.has(name)) sites.declared.push(line(node));
      else if (name === 'execute' && node.typeArguments)
        refuse(node, `the rows of 'execute' are not declared: use 'queryRows'`);
      else if (isQuery(node) && (node.typeArguments || mayReadRows(node)))
        refuse(node, `the rows of 'query' are not declared: use 'queryRows'`);
      else if (name === 'mapWith')
        refuse(node, `the type of 'mapWith' is not checked: use 'typedSql'`);
    }
    if (ts.isTaggedTemplateExpression(node) && node.typeArguments && node.tag.getText() === 'sql')
      refuse(node, `the type of 'sql' is not checked: use 'typedSql'`);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return sites;
}

function calledName({ expression }: ts.CallExpression): string {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
}

/** A call of `query` of a connection or a pool; `c.req.query` reads a URL. */
function isQuery({ expression }: ts.CallExpression): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === 'query' &&
    !expression.expression.getText().endsWith('req')
  );
}

/** Whether the result of a call is used for more than its end, its error or other members than `rows`. */
function mayReadRows(call: ts.Node): boolean {
  const { parent } = call;
  if (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent))
    return mayReadRows(parent);
  // `query(…).catch(…)`
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'catch')
    return mayReadRows(parent.parent);
  if (ts.isCallExpression(parent)) return parent.expression.getText() !== 'expect';
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.some(
      ({ name, propertyName, dotDotDotToken }) =>
        dotDotDotToken || (propertyName ?? name).getText() === 'rows',
    );
  return !ts.isExpressionStatement(parent);
}
