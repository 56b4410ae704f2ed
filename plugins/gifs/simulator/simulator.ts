import {
  ProviderSimulator,
  withFault,
  type ListenOptions,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { fileOf, found, type Entry } from './library.ts'

const filters: Readonly<Record<string, readonly string[]>> = {
  high: ['g'],
  medium: ['g', 'pg'],
  low: ['g', 'pg', 'pg-13'],
  off: ['g', 'pg', 'pg-13', 'r'],
}
const ratings: Readonly<Record<string, readonly string[]>> = {
  g: filters['high']!,
  pg: filters['medium']!,
  'pg-13': filters['low']!,
  r: filters['off']!,
}
const refusal = ({ status, retryAfter }: ScriptedRefusal): SimulatorAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { error: 'planned fault' },
})

/** Stands in for KLIPY and for GIPHY, with one library behind both. Faults are planned by `list` and `media`. */
export class GifSimulator extends ProviderSimulator {
  protected readonly page = new URL('page.html', import.meta.url)
  /** The keys that are taken. */
  readonly keys = new Set<string>()

  static start(options: ListenOptions = {}): Promise<GifSimulator> {
    return new GifSimulator().listen(options)
  }

  /** What lists were asked for, oldest first. */
  get listed(): readonly URL[] {
    return this.requests.map(({ url }) => url).filter(({ pathname }) => !pathname.startsWith('/media/'))
  }

  protected async play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const fields = await request.fields()
    if (request.url.pathname === '/play/fault')
      this.faults.plan('list', {
        status: Number(fields['status']),
        ...(fields['status'] === '429' && { retryAfter: 30 }),
      })
    return {
      body: {
        asked: this.listed
          .map(({ pathname, search }) => pathname + search.replaceAll(/key=[^&]*/g, 'key=…'))
          .slice(-50),
      },
    }
  }

  protected async answer({ url }: SimulatorRequest): Promise<SimulatorAnswer> {
    const media = /^\/media\/(\d+)\.(\w+)$/.exec(url.pathname)
    if (media)
      return withFault(
        this.faults.take('media'),
        () => {
          const file = fileOf(media[1]!, media[2]!)
          return file ? { headers: { 'content-type': file.mime }, body: file.bytes } : { status: 404 }
        },
        refusal,
      )
    return withFault(this.faults.take('list'), () => this.#list(url), refusal)
  }

  #list({ pathname, searchParams: asked }: URL): SimulatorAnswer {
    const limit = Number(asked.get('limit') ?? 20)
    switch (pathname) {
      case '/v2/featured':
      case '/v2/search': {
        if (!this.keys.has(asked.get('key') ?? '')) return { status: 401, body: { error: 'invalid key' } }
        const all = found(asked.get('q') ?? '', filters[asked.get('contentfilter') ?? 'off'] ?? [])
        const from = Number(asked.get('pos') ?? 0)
        return {
          body: {
            results: all.slice(from, from + limit).map((entry) => this.#klipy(entry)),
            next: from + limit < all.length ? String(from + limit) : '',
          },
        }
      }
      case '/v1/gifs/trending':
      case '/v1/gifs/search': {
        if (!this.keys.has(asked.get('api_key') ?? ''))
          return { status: 401, body: { meta: { status: 401, msg: 'Unauthorized' } } }
        const all = found(asked.get('q') ?? '', ratings[asked.get('rating') ?? 'r'] ?? [])
        const offset = Number(asked.get('offset') ?? 0)
        const data = all.slice(offset, offset + limit)
        return {
          body: {
            data: data.map((entry) => this.#giphy(entry)),
            pagination: { total_count: all.length, count: data.length, offset },
            meta: { status: 200, msg: 'OK' },
          },
        }
      }
      default:
        return { status: 404 }
    }
  }

  #media(id: string, type: string): string {
    return `${this.url}/media/${id}.${type}`
  }

  #klipy({ id, words, bytes }: Entry): object {
    const gif = { url: this.#media(id, 'gif'), dims: [64, 64], duration: 1, preview: '' }
    return {
      id,
      title: '',
      content_description: words,
      media_formats: {
        gif: { ...gif, size: bytes },
        tinygif: { ...gif, size: Math.min(bytes, 20_000) },
        mp4: { ...gif, url: this.#media(id, 'mp4'), size: 24 },
      },
    }
  }

  #giphy({ id, words, bytes }: Entry): object {
    const small = { url: this.#media(id, 'gif'), width: '64', height: '64', size: '20000' }
    return {
      type: 'gif',
      id,
      title: `${words} GIF`,
      alt_text: words,
      rating: 'g',
      images: {
        original: { ...small, size: String(bytes), mp4: this.#media(id, 'mp4'), mp4_size: '24' },
        downsized: small,
        fixed_width: small,
      },
    }
  }
}
