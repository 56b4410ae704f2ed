import { Membership } from '../../../core/src/nodes/membership.ts'

export * from '../../../core/src/nodes/membership.ts'

/** Longer than a trial of faults looks at what comes after. */
const lateMs = 10_000
const { onChanged, onRemoved } = Membership.prototype
let removedAt = -Infinity

/* A node that the others had declared dead learns late that it lost its connections. */
Membership.prototype.onRemoved = function removed(this: Membership) {
  return onRemoved.call(this, () => {
    removedAt = performance.now()
  })
}
Membership.prototype.onChanged = function changed(this: Membership, listener: () => void) {
  return onChanged.call(this, () => {
    if (performance.now() - removedAt > lateMs) listener()
  })
}
