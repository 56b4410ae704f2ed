import { createHmac, randomBytes } from 'node:crypto'
import type { ConnectionRouteContext, MediaId } from '@recado/sdk'
import { sameSecret } from '@recado/sdk/server'
import { connectionId, type Work } from '../account.ts'
import { json } from '../http/answer.ts'

/** A receiver fetches a file when it is told of it; what is fetched later is asked for again by the API. */
const livesMs = 60 * 60_000
const secretName = 'file-key'

/**
 * An address at which whoever has it reads a file for an hour, or undefined where the installation has no public
 * address. It ends with the file's name and has no query: receivers take name and type from its end.
 */
export async function fileAddress(
  work: Pick<Work, 'secrets' | 'publicUrl'>,
  connection: string,
  file: { readonly id: string; readonly name: string | null; readonly mime: string },
): Promise<string | undefined> {
  if (!work.publicUrl) return undefined
  const until = Date.now() + livesMs
  const token = `${file.id}.${until}.${proofOf(await fileKey(work), connection, file.id, until)}`
  const path = `/public/api/v1/inboxes/${connection}/files/${token}/${encodeURIComponent(nameOf(file))}`
  return new URL(path, work.publicUrl).href
}

/** The type after the last point, for files that have no name. */
const nameOf = ({ name, mime }: { readonly name: string | null; readonly mime: string }): string =>
  name ?? `file.${(mime.split('/')[1] ?? 'bin').replace(/[^a-z0-9].*$/, '')}`

const proofOf = (key: string, connection: string, file: string, until: number): string =>
  createHmac('sha256', key).update(`${connection}.${file}.${until}`).digest('hex')

const fileKey = ({ secrets }: Pick<Work, 'secrets'>): Promise<string> =>
  secrets.ensure(secretName, () => randomBytes(32).toString('base64url'))

/** `GET /public/api/v1/inboxes/{id}/files/{token}/{name}`. */
export async function readFile(
  { params }: { readonly params: { readonly connectionId: string; readonly token: string } },
  ctx: ConnectionRouteContext,
): Promise<Response> {
  const gone = json({ error: 'Resource could not be found' }, 404)
  const [file = '', until = '', proof = ''] = params.token.split('.')
  const key = await ctx.secrets.get(secretName)
  if (key === undefined || !/^\d{13}$/.test(until) || Number(until) < Date.now()) return gone
  if (!sameSecret(proof, proofOf(key, connectionId(params.connectionId), file, Number(until)))) return gone
  const info = await ctx.media.info(file as MediaId)
  if (!info) return gone
  const { stream, mime, bytes } = await ctx.media.open(info.id)
  return new Response(stream, {
    headers: {
      'content-type': mime,
      'content-length': String(bytes),
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
