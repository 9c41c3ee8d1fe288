/**
 * Converts a list once for all callers that get the same list object. The result is data of that object, so
 * it is in a WeakMap: it needs no expiry of its own and is dropped with the list.
 */
export function memoizeResponse<List extends object, Response extends object>(
  convert: (list: List) => Response,
): (list: List) => Response {
  const responses = new WeakMap<List, Response>();
  return (list) => {
    const response = responses.get(list) ?? convert(list);
    responses.set(list, response);
    return response;
  };
}
