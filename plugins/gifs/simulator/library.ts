import { animatedGif } from './animated-gif.ts'

/** What the simulated providers have. `rating` is the youngest filter that lets it through. */
export interface Entry {
  readonly id: string
  readonly words: string
  readonly rating: 'g' | 'pg' | 'pg-13' | 'r'
  readonly bytes: number
}

const subjects = [
  'Gato batendo palmas',
  'Cachorro dançando',
  'Obrigado com brilho',
  'Festa com confete',
  'Café quente',
  'Chuva na janela',
  'Foguete subindo',
  'Coração pulsando',
  'Joinha',
  'Aplausos de pé',
  'Bom dia com sol',
  'Parabéns',
  'Abraço',
  'Risada',
  'Sono',
]
const moods = ['', ' devagar', ' de novo']

/** Forty-five of them, two of which are not for everybody, and one that is too large to be sent as a GIF. */
export const library: readonly Entry[] = moods.flatMap((mood, round) =>
  subjects.map((subject, at): Entry => ({
    id: String(round * subjects.length + at + 1),
    words: `${subject}${mood}`,
    rating: subject === 'Risada' && round === 2 ? 'r' : subject === 'Sono' && round === 2 ? 'pg-13' : 'g',
    bytes: subject === 'Foguete subindo' ? 9_000_000 : 20_000,
  })),
)

/** All that fit the words and the filter; everything without words. */
export function found(text: string, ratings: readonly string[]): readonly Entry[] {
  const wanted = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return library.filter(
    ({ words, rating }) => ratings.includes(rating) && wanted.every((word) => words.toLowerCase().includes(word)),
  )
}

/** The file at `/media/<id>.<type>`. A film is the head of one: enough to be known and sent, not to be watched. */
export function fileOf(id: string, type: string): { readonly mime: string; readonly bytes: Uint8Array } | undefined {
  if (!library.some((entry) => entry.id === id)) return undefined
  if (type === 'gif') return { mime: 'image/gif', bytes: animatedGif((Number(id) * 47) % 360) }
  if (type === 'mp4')
    return { mime: 'video/mp4', bytes: Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex') }
  return undefined
}
