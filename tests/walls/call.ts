import type { BoundRoute } from '../../core/src/http/route.ts'
import type { Person } from '../harness/app.ts'
import type { Sample } from './fixtures/fixture.ts'
import { expectClean } from './world.ts'

export interface Seen {
  readonly status: number
  readonly error: string | undefined
  readonly text: string
  readonly headers: Headers
}

export const nameOf = ({ spec, path }: Pick<BoundRoute, 'spec' | 'path'>): string => `${spec.method} ${path}`

/**
 * Makes a call as it is described, over real HTTP. Whatever comes back is looked through for the other company, but for
 * callers who look after all of them.
 */
export async function call(
  base: string,
  route: Pick<BoundRoute, 'spec' | 'path'>,
  sample: Sample,
  who?: Pick<Person, 'credentials'>,
  sees: 'own' | 'everything' = 'own',
): Promise<Seen> {
  const path = route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(sample.params?.[name] ?? `no-${name}-given`),
  )
  const query = new URLSearchParams(
    Object.entries(sample.query ?? {}).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  )
  const { body } = sample
  const form = body instanceof FormData
  const response = await fetch(`${base}${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: route.spec.method,
    redirect: 'manual',
    headers: {
      ...who?.credentials,
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...sample.headers,
    },
    ...(body === undefined ? {} : { body: form ? body : typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  // A stream has no end; that it opened is all there is to see here.
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const text = streams ? '' : await response.text()
  if (streams) await response.body?.cancel()
  if (sees === 'own')
    expectClean(`${nameOf(route)} (${response.status})`, `${text}\n${[...response.headers].join('\n')}`)
  return {
    status: response.status,
    error: response.headers.get('content-type')?.includes('json') ? errorOf(text) : undefined,
    text,
    headers: response.headers,
  }
}

function errorOf(text: string): string | undefined {
  const body = JSON.parse(text) as { error?: unknown } | null
  return typeof body?.error === 'string' ? body.error : undefined
}
