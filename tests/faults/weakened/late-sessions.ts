import { Sessions as Sound, type SessionsDeps } from '../../../core/src/channels/sessions.ts'

export * from '../../../core/src/channels/sessions.ts'

/** Longer than a trial of faults looks at what comes after. */
const lateMs = 10_000
const tickMs = 200
/** A process whose timers were silent for so long stood still. */
const stoodStillMs = 3_000

/** Says since when the process goes on that stood still; `-Infinity` for one that never did. */
function watchTimers(): () => number {
  let ticked = performance.now()
  let wentOn = -Infinity
  const look = (): number => {
    const now = performance.now()
    if (now - ticked > stoodStillMs) wentOn = now
    ticked = now
    return wentOn
  }
  setInterval(look, tickMs).unref()
  return look
}

/** A node that stood still keeps its sessions and neither hears nor asks for a while that they are another node's. */
export class Sessions extends Sound {
  constructor(deps: SessionsDeps) {
    const wentOn = watchTimers()
    const isLate = (): boolean => performance.now() - wentOn() < lateMs
    const { db, nodes } = deps
    const raw = ((...query: Parameters<typeof db.raw>) =>
      isLate() ? Promise.reject(new Error('not asked')) : db.raw(...query)) as unknown as typeof db.raw
    super({
      ...deps,
      db: Object.assign(Object.create(db) as typeof db, { raw }),
      nodes: {
        name: nodes.name,
        nodes: () => nodes.nodes(),
        working: () => nodes.working(),
        onChanged: (listener) => nodes.onChanged(() => isLate() || listener()),
        onRemoved: () => () => undefined,
      },
    })
  }
}
