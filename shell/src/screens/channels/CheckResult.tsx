import type { Connection } from '../../base/contracts.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { useConnectionCheck } from '../../data/channels/use-connections.ts'
import { CheckWords } from './CheckWords.tsx'

/** Result of a connection's last test. */
export function CheckResult({ connection, type }: { connection: Connection; type: ChannelType }) {
  const result = useConnectionCheck(connection.id)
  if (!result) return null
  return (
    <div role="status" className="flex gap-2.5 border-t border-line px-4 py-2.5 text-list">
      <CheckWords result={result} type={type} name={connection.name} />
    </div>
  )
}
