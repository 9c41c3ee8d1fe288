/**
 * Converts a list once for all callers that get the same list object. The results are in a WeakMap: each
 * is freed together with its list and needs no expiry of its own.
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
