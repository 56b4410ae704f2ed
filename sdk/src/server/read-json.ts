const utf8 = new TextDecoder()

/** JSON of raw bytes; `undefined` when they are none. Never throws, so that `parse` of a webhook can begin with it. */
export function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes))
  } catch {
    return undefined
  }
}
