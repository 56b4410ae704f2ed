import { useSyncExternalStore } from 'react'
import { activity } from '../../base/session/services.ts'

/** S8-017. Decoration: loading content shows its own state. */
export const ActivityLine = () =>
  useSyncExternalStore(activity.subscribe, activity.visible) ? <div className="activity" aria-hidden /> : null
