import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** A folder that holds just these plugins, as the plugin host wants it. */
export function pluginFolder(...paths: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'recado-plugins-'))
  for (const path of paths) symlinkSync(path, join(folder, basename(path)))
  return folder
}

/** The fixture channel: a webhook provider of the plainest kind. */
export const hookPlugin = join(import.meta.dirname, '..', 'plugins', 'hook')

/** The fixture that reports events and jobs to the test. */
export const witnessPlugin = join(import.meta.dirname, '..', 'plugins', 'witness')
