import type { WebhookRequest } from '@recado/sdk'
import { readForm } from '../text/form.ts'

type Called = Pick<WebhookRequest, 'method' | 'url'>

/** Parameters that say what things are called, where the others are the event itself. */
const namePrefix = 'name.'

export const isGet = ({ method }: Pick<Called, 'method'>): boolean => method === 'GET'

/**
 * The pairs of a query as they were written, so that escapes in any charset and signatures over them stay what they
 * are.
 */
const pairsOf = (url: URL): readonly (readonly [name: string, pair: string])[] =>
  url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => [Object.keys(readForm(pair))[0]!, pair])

/** Event of a gateway that calls with GET: its parameters without those that name fields and without the proof. */
export const eventOfQuery = (url: URL, proof: string): Record<string, string> =>
  readForm(
    pairsOf(url)
      .filter(([name]) => !name.startsWith(namePrefix) && !isProof(name, proof))
      .map(([, pair]) => pair)
      .join('&'),
  )

/** Names of the fields: with POST from the whole query, with GET from the parameters with `name.`. */
export const namesIn = ({ method, url }: Called): URLSearchParams =>
  isGet({ method })
    ? new URLSearchParams(
        [...url.searchParams].flatMap(([name, value]) =>
          name.startsWith(namePrefix) ? [[name.slice(namePrefix.length), value]] : [],
        ),
      )
    : url.searchParams

/** Signed part of a query: all of it as it came, without the signature. */
export const signedQuery = (url: URL, proof: string): string =>
  pairsOf(url)
    .filter(([name]) => !isProof(name, proof))
    .map(([, pair]) => pair)
    .join('&')

/** The one value of this parameter; undefined for none, and for several, of which any could be meant. */
export function proofInQuery(url: URL, proof: string): string | undefined {
  const given = pairsOf(url).filter(([name]) => isProof(name, proof))
  return given.length === 1 ? Object.values(readForm(given[0]![1]))[0] : undefined
}

const isProof = (name: string, proof: string): boolean => name.toLowerCase() === proof
