import {
  mint,
  Refusal,
  type CompanyRouteContext,
  type MediaId,
  type RouteAnswer,
  type RouteRequest,
  type SessionContext,
  type ShapeOf,
} from '@recado/sdk'
import type { Definition } from '../plugin.ts'
import { largestPicture, pictureAddress, pictureAt, pictureTypes } from './picture.ts'
import { insertPicture, isPicture, isPublicPicture } from './picture-store.ts'
import type { pictureRoutes } from './routes.ts'

type Routes = typeof pictureRoutes
type Answer<Name extends keyof Routes> = Promise<RouteAnswer<Routes[Name]>>
type Shape = ShapeOf<Definition>

/** How long a reader keeps a picture that may be taken from its article, in seconds; and how long a path is valid. */
const [keptSeconds, linkTtlMs] = [3_600, 3_600_000]

const isTaken = (mime: string): boolean => (pictureTypes as readonly string[]).includes(mime)

export async function addPicture(
  { files }: RouteRequest<Routes['addPicture']>,
  ctx: SessionContext<Shape>,
): Answer<'addPicture'> {
  const [file, ...others] = files
  if (!file || others.length > 0) throw new Refusal('ERR_NO_FILE_UPLOADED')
  const { id, mime } = await ctx.media.put(file.bytes, { name: file.name, maxBytes: largestPicture })
  if (!isTaken(mime)) throw new Refusal('ERR_FILE_TYPE', { detail: file.name })
  await ctx.db.transaction((tx) => insertPicture(tx, ctx.tenant, id))
  return { address: pictureAddress(id) }
}

export async function readPicture(
  { params: { picture } }: RouteRequest<Routes['readPicture']>,
  ctx: SessionContext<Shape>,
): Answer<'readPicture'> {
  if (!(await ctx.db.transaction((tx) => isPicture(tx, ctx.tenant, picture)))) throw new Refusal('ERR_NOT_FOUND')
  return { url: ctx.media.sign(mint<MediaId>(picture), linkTtlMs) }
}

/** Strangers see what stands in an article that they may read, and learn nothing of other pictures. */
export async function helpPicture(
  { params, headers }: RouteRequest<Routes['helpPicture']>,
  ctx: CompanyRouteContext<Shape>,
): Promise<Response> {
  const id = pictureAt(pictureAddress(params.picture))
  const isShown =
    ctx.settings.helpCenterPublished &&
    id !== undefined &&
    (await ctx.db.transaction((tx) => isPublicPicture(tx, ctx.tenant, id)))
  if (!isShown) throw new Refusal('ERR_NOT_FOUND')
  const etag = `"${id}"`
  const answered = {
    'cache-control': `public, max-age=${keptSeconds}`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    etag,
  }
  if (headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers: answered })
  const { mime, bytes, stream } = await ctx.media.open(mint<MediaId>(id))
  if (!isTaken(mime)) {
    await stream.cancel()
    throw new Refusal('ERR_NOT_FOUND')
  }
  return new Response(stream, { headers: { ...answered, 'content-type': mime, 'content-length': String(bytes) } })
}
