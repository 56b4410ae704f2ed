import type { ConnectionContext, MediaId } from '@recado/sdk'
import type { CloudApi } from '../api/client.ts'
import { UploadedMedia } from '../api/results.ts'
import type { Uploaded } from './plan.ts'

/** An uploaded file is valid for 30 days at the provider; the last of them are not used. */
const livesMs = 25 * 24 * 3_600_000
/** A campaign sends one file to thousands; more than these few are not sent over and over at the same time. */
const maxKnown = 200

/** Types of browsers' and phones' containers as sniffed, and their names at the Cloud API. */
const uploadMime: Readonly<Record<string, string>> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/opus': 'audio/ogg',
  'application/ogg': 'audio/ogg',
  'video/3gp': 'video/3gpp',
}

/** Uploads stored files to the provider, each once for as long as this session is open. */
export class Uploads {
  readonly #api: CloudApi
  readonly #media: ConnectionContext<unknown>['media']
  readonly #known = new Map<MediaId, Uploaded & { readonly until: number }>()

  constructor(api: CloudApi, media: ConnectionContext<unknown>['media']) {
    this.#api = api
    this.#media = media
  }

  /** @throws ChannelError */
  async get(media: MediaId, givenName: string | undefined, signal: AbortSignal): Promise<Uploaded> {
    const known = this.#known.get(media)
    if (known && known.until > Date.now()) return known
    const { stream, mime, name } = await this.#media.open(media)
    const bare = mime.split(';', 1)[0]!.trim().toLowerCase()
    const type = uploadMime[bare] ?? bare
    const form = new FormData()
    form.set('messaging_product', 'whatsapp')
    form.set('type', type)
    form.set('file', new File([await new Response(stream).blob()], givenName ?? name ?? 'file', { type }))
    const { id } = await this.#api.call({ path: this.#api.transport.paths.media, result: UploadedMedia, form, signal })
    const uploaded = { id, mime: type, name: givenName ?? name ?? undefined, until: Date.now() + livesMs }
    this.#known.delete(media)
    if (this.#known.size >= maxKnown) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(media, uploaded)
    return uploaded
  }

  /** The provider did not take a message with this file: it is uploaded again the next time. */
  forget(media: MediaId): void {
    this.#known.delete(media)
  }
}
