import { relative } from 'node:path'
import type { TestModule } from 'vitest/node'

/** So many of the slowest files are named. */
const named = 20
/** A run of so few files was asked for by name: its durations stand beside them already. */
const fewFiles = 40

/**
 * The slowest files of a run: seconds with the time that importing takes, and those of each project in all. Empty for a
 * run of few files.
 */
export function slowest(modules: readonly TestModule[]): readonly string[] {
  if (modules.length <= fewFiles) return []
  const files = modules
    .map((module) => {
      const { duration, collectDuration, prepareDuration, environmentSetupDuration } = module.diagnostic()
      const ms = duration + collectDuration + prepareDuration + environmentSetupDuration
      return { project: module.project.name, path: relative(module.project.config.root, module.moduleId), ms }
    })
    .toSorted((one, other) => other.ms - one.ms)
  const totals = Map.groupBy(files, ({ project }) => project)
  return [
    ...[...totals].map(
      ([project, of]) => `${seconds(of.reduce((sum, { ms }) => sum + ms, 0))} ${project}, ${of.length} files`,
    ),
    ...files.slice(0, named).map(({ path, ms }) => `${seconds(ms)} ${path}`),
  ]
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1).padStart(7)} s`
