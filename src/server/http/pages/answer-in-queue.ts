/** Runs work when it is its turn, and keeps its place until the work has ended. */
type Enter = (work: () => Promise<void>) => Promise<void>;

/**
 * Makes a response in a queue. A response that is sent as it is made, such as a CSV or a zip, keeps its place until it
 * was sent: each holds rows or an open file while a client reads it.
 * @throws what `enter` and `respond` throw.
 */
export async function answerInQueue(
  enter: Enter,
  respond: () => Promise<Response>,
): Promise<Response> {
  const answered = Promise.withResolvers<Response>();
  enter(async () => {
    const response = await respond();
    const { status, headers } = response;
    // The body only then: reading it turns a page, which is sent as one string, into a stream.
    const body = isStream(headers) ? response.body : null;
    if (!body) {
      answered.resolve(response);
      return;
    }
    const ended = Promise.withResolvers<void>();
    answered.resolve(new Response(watch(body, ended.resolve), { status, headers }));
    await ended.promise;
  }).catch(answered.reject);
  return answered.promise;
}

/** Whether the body is a file for the reader to save. Pages and their data are complete. */
const isStream = (headers: Headers) =>
  headers.get('Content-Disposition')?.startsWith('attachment') ?? false;

/** The same body. `onEnd` is called when it was read, cancelled or failed. */
function watch(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    async cancel(reason) {
      onEnd();
      await reader.cancel(reason);
    },
  });
}
