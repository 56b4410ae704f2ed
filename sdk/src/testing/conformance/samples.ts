import {
  isSupported,
  mint,
  type ChannelCapabilities,
  type MediaId,
  type MediaKind,
  type MediaPort,
  type Part,
} from '@recado/contracts'

/** One message for the suite to send. Its files are stored when it is sent. */
export interface Sample {
  readonly name: string
  parts(media: MediaPort): Promise<[Part, ...Part[]]>
}

/** Example type of a pattern of types, by kind. */
const typical: Readonly<Record<MediaKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  voice: 'audio/ogg',
  document: 'application/pdf',
  sticker: 'image/webp',
}
const byFamily: Readonly<Record<string, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/mpeg',
  application: 'application/pdf',
  text: 'text/plain',
}
/** First bytes of files by type. The rest has no meaning. */
const beginnings: Readonly<Record<string, string>> = {
  'image/jpeg': 'ffd8ffe000104a46494600010100000100010000',
  'image/png': '89504e470d0a1a0a0000000d49484452',
  'image/gif': '474946383961',
  'image/webp': '52494646200000005745425056503820',
  'video/mp4': '00000018667479706d703432',
  'audio/mpeg': '494433030000',
  'audio/ogg': '4f67675300020000',
  'audio/mp4': '00000018667479704d344120',
  'application/pdf': '255044462d312e370a',
}
const fileOf = (mime: string): Uint8Array =>
  new Uint8Array(Buffer.concat([Buffer.from(beginnings[mime] ?? '', 'hex'), Buffer.alloc(200, 'recado ')]))

const longestSample = 65_536
const text = (value: string): Part => ({ kind: 'text', text: value, format: 'plain' })
const fixed = (name: string, ...parts: [Part, ...Part[]]): Sample => ({ name, parts: () => Promise.resolve(parts) })

/** A text that every channel can carry. */
export const plainSample: Sample = fixed('a text', text('Olá, tudo bem?'))

/**
 * One message of every kind that these capabilities support. Templates have to exist at the provider, so the author
 * gives them.
 */
export function samplesOf(capabilities: ChannelCapabilities): Sample[] {
  const { text: limits, location, contactCard, interactive, media } = capabilities
  return [
    plainSample,
    fixed('a text with letters of other scripts, signs and an emoji', text('Ação <b>&amp; "Привет" *_~` 😀')),
    fixed(
      'a text as long as it may be',
      text(
        'palavra '.repeat(Math.ceil(limits.maxLength / 8)).slice(0, Math.min(limits.maxLength, longestSample) - 1) +
          '.',
      ),
    ),
    ...(limits.format === 'plain'
      ? []
      : [fixed('a formatted text', { kind: 'text', text: 'isto é **forte** e _isto_ não', format: 'markdown' })]),
    ...(Object.entries(media) as [MediaKind, NonNullable<ChannelCapabilities['media'][MediaKind]>][]).flatMap(
      ([as, capability]) => mediaSamples(as, capability),
    ),
    ...(isSupported(location)
      ? [
          fixed('a location', { kind: 'location', lat: -23.55, lng: -46.63 }),
          fixed('a location with a name', {
            kind: 'location',
            lat: -23.55,
            lng: -46.63,
            name: 'Loja',
            address: 'Rua A, 1',
          }),
        ]
      : []),
    ...(isSupported(contactCard)
      ? [fixed('a contact card', { kind: 'contacts', contacts: [{ name: 'Ana Souza', phones: ['+5511987654321'] }] })]
      : []),
    ...(isSupported(capabilities.polls)
      ? [fixed('a poll', { kind: 'poll', question: 'Quando?', options: ['Hoje', 'Amanhã'], several: false })]
      : []),
    ...(interactive.buttons
      ? [fixed('buttons', { kind: 'interactive', body: 'Escolha', buttons: choices(Math.min(interactive.buttons, 3)) })]
      : []),
    ...(interactive.listRows
      ? [fixed('a list', { kind: 'interactive', body: 'Escolha', list: choices(Math.min(interactive.listRows, 4)) })]
      : []),
  ]
}

const choices = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `c${index}`, label: `Opção ${index + 1}` }))

function mediaSamples(
  as: MediaKind,
  { mime: types, caption }: NonNullable<ChannelCapabilities['media'][MediaKind]>,
): Sample[] {
  const concrete = Object.entries(types)
    .filter(([, level]) => isSupported(level))
    .map(([type]) =>
      type === '*/*' ? typical[as] : type.endsWith('/*') ? (byFamily[type.split('/')[0]!] ?? typical[as]) : type,
    )
  const stored = async (media: MediaPort, mime: string, more: object = {}): Promise<[Part]> => {
    const name = `${as}.${mime.split('/')[1]}`
    const info = await media.put(fileOf(mime), { name, mime })
    return [
      {
        kind: 'media',
        as,
        media: mint<MediaId>(info.id),
        mime,
        bytes: info.bytes,
        name,
        ...(as === 'voice' && { seconds: 3 }),
        ...more,
      },
    ]
  }
  const [first] = concrete
  return [
    ...[...new Set(concrete)].map((mime): Sample => ({
      name: `${as}: ${mime}`,
      parts: (media) => stored(media, mime),
    })),
    ...(first !== undefined && caption !== undefined && isSupported(caption)
      ? [{ name: `${as} with a caption`, parts: (media: MediaPort) => stored(media, first, { caption: 'A legenda' }) }]
      : []),
  ]
}
