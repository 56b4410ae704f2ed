import { describe, expect, it } from 'vitest'
import { Vitals } from './vitals.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A node at its n-th look, which is also the time in milliseconds. */
interface Node {
  works(look: number): boolean
  worksElsewhere(look: number): boolean
}

/** Looks a hundred times, with a patience of twenty; answers at which look the node was found hopeless. */
async function hopelessAt({ works, worksElsewhere }: Node): Promise<number | undefined> {
  let look = 0
  return new Promise((resolve) => {
    const end = (found: number | undefined): void => void vitals.stop().then(() => resolve(found))
    const vitals = new Vitals({
      log,
      everyMs: 1,
      patienceMs: 20,
      now: () => look,
      async check() {
        if (++look > 100) return end(undefined)
        if (!works(look)) throw new Error('deaf')
      },
      worksElsewhere: async () => worksElsewhere(look),
      onHopeless: () => end(look),
    })
    vitals.start()
  })
}

const [always, never] = [() => true, () => false]

describe('a node', () => {
  it('that cannot work while others could is hopeless after its patience', async () => {
    expect(await hopelessAt({ works: never, worksElsewhere: always })).toBe(21)
  })

  it('whose database is away for everybody waits for it', async () => {
    expect(await hopelessAt({ works: never, worksElsewhere: never })).toBeUndefined()
  })

  it('that works now and then has time to heal', async () => {
    expect(await hopelessAt({ works: (look) => look % 15 === 0, worksElsewhere: always })).toBeUndefined()
  })

  it('has its time to heal after the database came back, however long that was away', async () => {
    expect(await hopelessAt({ works: (look) => look > 65, worksElsewhere: (look) => look > 50 })).toBeUndefined()
    expect(await hopelessAt({ works: never, worksElsewhere: (look) => look > 50 })).toBe(71)
  })
})
