import { inflateSync } from 'node:zlib'

/**
 * The words of a PDF as our documents are written: compressed streams, glyphs by number, a map back to characters for
 * each font.
 */
export function textOfPdf(bytes: Buffer): string {
  const file = bytes.toString('latin1')
  const objects = new Map([...file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id, body]) => [id!, body!]))
  const streamOf = (body: string): string => {
    const [head, length] = /\/Length (\d+)[\s\S]*?stream\r?\n/.exec(body) ?? []
    if (head === undefined) return ''
    // By its length: the last of its bytes may look like the end of a line.
    const from = body.indexOf(head) + head.length
    const raw = body.slice(from, from + Number(length))
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw
  }
  const glyphsOf = new Map<string, ReadonlyMap<string, string>>()
  for (const body of objects.values())
    for (const [, name, font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font!) ?? '')?.[1]
      if (map) glyphsOf.set(name!, charactersOf(streamOf(objects.get(map)!)))
    }
  const shown: string[] = []
  for (const body of objects.values()) {
    if (!body.includes('stream')) continue
    let glyphs: ReadonlyMap<string, string> | undefined
    for (const [, font, text] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (font) glyphs = glyphsOf.get(font)
      else
        shown.push(
          [...text!.matchAll(/<([0-9a-f]*)>/gi)]
            .map(([, hex]) =>
              (hex!.match(/.{4}/g) ?? []).map((glyph) => glyphs?.get(glyph.toLowerCase()) ?? '').join(''),
            )
            .join(''),
        )
    }
  }
  return shown.join('\n')
}

/** The ranges of a ToUnicode map: from a first glyph on, one character after the other. */
function charactersOf(map: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>()
  for (const [, first, list] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/gi)) {
    for (const [place, [, code]] of [...list!.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      const units = (code!.match(/[0-9a-f]{4}/gi) ?? []).map((unit) => Number.parseInt(unit, 16))
      characters.set((Number.parseInt(first!, 16) + place).toString(16).padStart(4, '0'), String.fromCharCode(...units))
    }
  }
  return characters
}
