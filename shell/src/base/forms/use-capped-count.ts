import { useNumberFormat } from '@recado/sdk/ui'
import { overviewCountCap } from '../contracts.ts'

/** Writes a count of an overview: `999+` where the server stopped counting. */
export function useCappedCount(): (count: number) => string {
  const { whole } = useNumberFormat()
  return (count) => (count >= overviewCountCap ? `${whole(overviewCountCap - 1)}+` : whole(count))
}
