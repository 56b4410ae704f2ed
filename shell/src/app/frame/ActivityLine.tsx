import { useSyncExternalStore } from 'react'
import { activity } from '../../base/session/services.ts'

/** S8-017. Decoration: what loads says so where it will stand. */
export const ActivityLine = () =>
  useSyncExternalStore(activity.subscribe, activity.visible) ? <div className="activity" aria-hidden /> : null
