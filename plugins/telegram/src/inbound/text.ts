import * as z from 'zod'

const Entity = z.object({
  type: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
  url: z.string().max(2_000).optional(),
})

/** The text is taken as people see it; the address behind a link would be lost, so it is spelled out. */
export function spelledOut(text: string, entities: unknown): string {
  const links = (Array.isArray(entities) ? entities : []).flatMap((entity) => {
    const { data } = Entity.safeParse(entity)
    return data?.type === 'text_link' && data.url !== undefined
      ? [{ end: data.offset + data.length, label: text.slice(data.offset, data.offset + data.length), url: data.url }]
      : []
  })
  return links
    .filter(({ end, label, url }) => end <= text.length && label !== url)
    .sort((a, b) => b.end - a.end)
    .reduce((whole, { end, url }) => `${whole.slice(0, end)} (${url})${whole.slice(end)}`, text)
}
