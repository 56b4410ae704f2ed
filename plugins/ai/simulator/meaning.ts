import { createHash } from 'node:crypto'

/* Vectors of texts that are near each other where the texts share words, or words that mean the same. */

const dimensions = 256
/** Words that mean the same, each group one meaning: by the beginning of a word, without accents. */
const synonyms: readonly (readonly string[])[] = [
  ['devol', 'reembols', 'estorn', 'refund', 'return'],
  ['carro', 'automovel', 'veiculo', 'car', 'vehicle'],
  ['entreg', 'frete', 'envio', 'remessa', 'deliver', 'shipping'],
  ['preco', 'valor', 'cust', 'price', 'cost'],
]

const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/\p{L}{3,}/gu) ?? []
  ).map((word) => synonyms.find((group) => group.some((start) => word.startsWith(start)))?.[0] ?? word.slice(0, 6))

/** The same numbers, from -1 to 1, for the same name: those of two names have nothing to do with each other. */
function direction(name: string): number[] {
  const bytes = Array.from({ length: dimensions / 32 }, (_none, part) =>
    createHash('sha256').update(`${part} ${name}`).digest(),
  )
  return Buffer.concat(bytes).reduce<number[]>((values, byte) => [...values, byte / 127.5 - 1], [])
}

/** The vector of a text, of length 1; each model has its own. */
export function meaningOf(model: string, text: string): number[] {
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const word of new Set(wordsOf(text)))
    for (const [at, value] of direction(`${model} ${word}`).entries()) sum[at]! += value
  const length = Math.hypot(...sum) || 1
  return sum.map((value) => value / length)
}
