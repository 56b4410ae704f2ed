import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { keys } from '../../../base/query-keys.ts'
import { draw } from '../../../testing/draw.rig.tsx'
import { sampleId } from '../../../testing/samples.ts'
import { MassDialog } from './MassDialog.tsx'

afterEach(cleanup)

const colleague = (n: number) => ({
  id: sampleId(900 + n),
  name: `Pessoa ${n}`,
  image: null,
  isOnline: true,
  profile: 'user',
  queues: [],
  isAvailable: true,
  sharesQueue: true,
})

it('S2-024 everybody of a company can be chosen, however many pages of people it has, and a page that fails is not asked for again and again', async () => {
  const asked: string[] = []
  const { getByLabelText } = await draw(<MassDialog kind="transfer" onClose={() => undefined} />, {
    queries: [
      [keys.queues, []],
      [keys.connections, []],
    ],
    fetch: async (path) => {
      const { pathname, searchParams } = new URL(String(path), 'http://node')
      if (!pathname.endsWith('/users/with-queue'))
        return Response.json(pathname.endsWith('/preview') ? { count: 1, capped: false } : [])
      const cursor = searchParams.get('cursor')
      asked.push(cursor ?? 'first')
      if (cursor === 'c') return Response.json({ error: 'ERR_INTERNAL' }, { status: 500 })
      return Response.json(
        cursor === null
          ? { users: [colleague(1)], hasMore: true, nextCursor: 'b' }
          : { users: [colleague(2)], hasMore: true, nextCursor: 'c' },
      )
    },
  })
  const names = () => [...(getByLabelText('Pessoa de destino') as HTMLSelectElement).options].map(({ text }) => text)
  await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['Pessoa 1', 'Pessoa 2'])))
  await waitFor(() => expect(asked).toEqual(['first', 'b', 'c']))
})
