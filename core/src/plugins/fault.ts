import type { PluginStatus } from '@recado/contracts'
import type * as z from 'zod'

/** Why a plugin does not run. `message` is a sentence for an administrator, free of secrets and of tenant data. */
export class PluginFault extends Error {
  override readonly name = 'PluginFault'
  readonly status: Exclude<z.infer<typeof PluginStatus>, 'ready' | 'suspended'>
  constructor(status: PluginFault['status'], message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.status = status
  }
}

const longestDescription = 300

/** One line about anything that can be thrown, also about what is not an Error. Only for faults without a tenant. */
export function describe(thrown: unknown): string {
  const text =
    thrown instanceof Error
      ? `${thrown.name}: ${thrown.message}`
      : `thrown value of type ${typeof thrown}: ${safeString(thrown)}`
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestDescription ? `${line.slice(0, longestDescription)}…` : line
}

function safeString(value: unknown): string {
  try {
    return String(value)
  } catch {
    return 'without a text'
  }
}
