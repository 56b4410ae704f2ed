import type { LucideIcon, LucideProps } from 'lucide-react'
import { useSyncExternalStore } from 'react'

let registry: Readonly<Record<string, LucideIcon>> | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/** The first icon that is drawn brings the registry; before that no screen pays for it. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  loading ??= import('./icon-registry.ts').then(
    ({ icons }) => {
      registry = icons
      for (const changed of listeners) changed()
    },
    // The next icon tries again.
    () => {
      loading = undefined
    },
  )
  return () => {
    listeners.delete(listener)
  }
}

/**
 * An icon by its name in a manifest; an unknown one is drawn as a puzzle piece. Screens with a fixed icon import it
 * from `lucide-react` instead.
 */
export function Icon({ name, size = 18, ...rest }: LucideProps & { name: string }) {
  const icons = useSyncExternalStore(subscribe, () => registry)
  const Drawn = icons?.[name] ?? icons?.['puzzle']
  return Drawn ? <Drawn aria-hidden size={size} {...rest} /> : <svg aria-hidden width={size} height={size} />
}
