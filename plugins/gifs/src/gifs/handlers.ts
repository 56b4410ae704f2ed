import { Refusal, type MediaInfo, type RouteAnswer, type RouteRequest } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { fileTypeOf } from './file-type.ts'
import type { FileType } from './gif.ts'
import { keptMs, maxFileBytes } from './limits.ts'
import { ProviderDesk, type Ctx } from './provider-desk.ts'
import type { routes } from './routes.ts'

type Handler<Name extends keyof typeof routes> = (
  request: RouteRequest<(typeof routes)[Name]>,
  ctx: Ctx,
) => Promise<RouteAnswer<(typeof routes)[Name]>>

/** Time for which the address of a file to be sent is valid, in milliseconds. */
const linkTtlMs = 3_600_000
const endings: Readonly<Record<FileType, string>> = {
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'image/webp': 'webp',
  'image/png': 'png',
  'image/jpeg': 'jpg',
}

/** The handlers of one process, which share what was answered lately. */
export function gifHandlers(desk = new ProviderDesk()): { readonly [Name in keyof typeof routes]: Handler<Name> } {
  const fetched = async (ctx: Ctx, source: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: FileType }> => {
    const bytes = await desk.file(ctx, source)
    const type = fileTypeOf(bytes)
    if (type === undefined) throw new Refusal('ERR_FILE_TYPE')
    return { bytes, type }
  }
  return {
    async page({ query: { searchParam: text, cursor: after, limit } }, ctx) {
      const { gifs, next } = await desk.page(ctx, { text, after, limit })
      const { name, url } = desk.of(ctx)
      return { provider: { name, url }, gifs: [...gifs], nextCursor: next }
    },
    async picture({ query: { source } }, ctx) {
      const { bytes, type } = await fetched(ctx, source)
      return new Response(bytes, {
        headers: { 'content-type': type, 'cache-control': `private, max-age=${keptMs / 1_000}` },
      })
    },
    async keep({ body: { source, description } }, ctx) {
      const { bytes, type } = await fetched(ctx, source)
      const { id } = await stored(ctx, bytes, `${(description || 'GIF').slice(0, 200)}.${endings[type]}`, type)
      return { path: ctx.media.sign(id, linkTtlMs), type }
    },
  }
}

/** @throws Refusal ERR_GIFS when the file store does not work */
async function stored(ctx: Ctx, bytes: Uint8Array, name: string, mime: FileType): Promise<MediaInfo> {
  try {
    return await ctx.media.put(bytes, { name, mime, maxBytes: maxFileBytes })
  } catch (cause) {
    if (Refusal.is(cause)) throw cause
    throw refusal('ERR_GIFS', {}, { cause })
  }
}
