/**
 * Body of an answer as UTF-8 text; undefined as soon as it has more than `maxBytes` bytes, the rest is then not read.
 * For plugins that call addresses which a company wrote down.
 *
 * @throws what the body's stream throws, for example when the connection ends too early
 */
export async function limitedText({ body }: Pick<Response, 'body'>, maxBytes: number): Promise<string | undefined> {
  if (!body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
