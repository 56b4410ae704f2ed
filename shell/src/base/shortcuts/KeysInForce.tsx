import { useEffect, useMemo, useState, type ReactNode } from 'react'
import type { KeyBindings, ShellManifest } from '../contracts.ts'
import { usePreferences } from '../preferences/use-preferences.ts'
import { KeysContext } from './bindings-context.ts'
import { resolveBindings, type SuggestedKeys } from './bindings.ts'
import type { KeyLabels } from './keys.ts'

const noBindings: KeyBindings = {}

/** The keys of the plugins' commands, as their manifests suggest them. */
export const suggestedKeys = (manifest: ShellManifest): SuggestedKeys[] =>
  manifest.plugins.flatMap((plugin) =>
    plugin.commands.map(({ id, keys }) => ({ id: `${plugin.id}/${id}` as const, keys: keys ?? null })),
  )

/** Around the frame: the user's keys for everything in it. A change here or in another tab holds at once. */
export function KeysInForce({ manifest, children }: { manifest: ShellManifest; children: ReactNode }) {
  const [{ shortcuts = noBindings }] = usePreferences()
  const labels = useKeyLabels()
  const suggested = useMemo(() => suggestedKeys(manifest), [manifest])
  const value = useMemo(
    () => ({ bindings: resolveBindings(shortcuts, suggested), labels }),
    [shortcuts, suggested, labels],
  )
  return <KeysContext value={value}>{children}</KeysContext>
}

interface KeyboardApi {
  getLayoutMap(): Promise<Iterable<readonly [string, string]>>
}

/** Labels of the current layout; some browsers do not provide them. */
function useKeyLabels(): KeyLabels {
  const [labels, setLabels] = useState<KeyLabels>(() => new Map())
  useEffect(() => {
    const keyboard = (navigator as Navigator & { keyboard?: KeyboardApi }).keyboard
    let wanted = true
    keyboard?.getLayoutMap().then(
      (map) => {
        if (wanted) setLabels(new Map(map))
      },
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [])
  return labels
}
