import type { Connection, ConnectionCheck } from '../../base/contracts.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { CheckWords } from './CheckWords.tsx'

/** Result of a connection's last test. */
export function CheckResult({
  connection,
  type,
  result,
}: {
  connection: Connection
  type: ChannelType
  result: ConnectionCheck
}) {
  return (
    <div role="status" className="flex gap-2.5 border-t border-line px-4 py-2.5 text-list">
      <CheckWords result={result} type={type} name={connection.name} />
    </div>
  )
}
