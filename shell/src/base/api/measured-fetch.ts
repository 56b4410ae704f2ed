/** Called with the sent share of a body, from 0 to 1. */
export type Progress = (share: number) => void

/** `fetch` that says how far the body has got: only `XMLHttpRequest` does. For uploads; the answer is read whole. */
export const measuredFetch = (
  path: string,
  { method = 'GET', headers, body, signal }: Pick<RequestInit, 'method' | 'headers' | 'body' | 'signal'>,
  onProgress: Progress,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, path)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () =>
      resolve(
        new Response(request.responseText === '' ? null : request.responseText, {
          status: request.status,
          headers: answered(request.getAllResponseHeaders()),
        }),
      )
    // The message of fetch: callers distinguish by it a lost network from a fault of their own.
    request.onerror = () => reject(new TypeError('Failed to fetch'))
    request.onabort = () => reject(signal?.reason as Error)
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(body as XMLHttpRequestBodyInit)
  })

function answered(lines: string): Headers {
  const headers = new Headers()
  for (const line of lines.split('\r\n')) {
    const at = line.indexOf(':')
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim())
  }
  return headers
}
