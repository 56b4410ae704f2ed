import type { ConnectionContext, Part } from '@recado/sdk'
import type { proto } from 'baileys'

/**
 * What a text says besides its words, so that phones show the page behind its link: nothing where core has no preview
 * for it, or the link does not stand in the text as it is sent.
 */
export async function previewFor(
  ctx: Pick<ConnectionContext<unknown>, 'linkPreview'>,
  text: string,
): Promise<proto.Message.IExtendedTextMessage> {
  const parts: readonly Part[] = [{ kind: 'text', text, format: 'plain' }]
  const link = await ctx.linkPreview(parts)
  const matchedText = link && writtenIn(text, link.url)
  if (!link || matchedText === undefined) return {}
  return {
    matchedText,
    title: link.title,
    ...(link.description !== null && { description: link.description }),
    ...(link.thumbnail && { jpegThumbnail: link.thumbnail }),
    previewType: 0,
  }
}

/** An address as it stands in a text: people leave out its scheme, and the stroke at its end. */
function writtenIn(text: string, url: string): string | undefined {
  const short = url.replace(/^https?:\/\//, '')
  return [url, url.replace(/\/$/, ''), short, short.replace(/\/$/, '')].find((written) => text.includes(written))
}
