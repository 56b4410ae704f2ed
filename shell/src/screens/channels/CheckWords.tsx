import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ConnectionCheck } from '../../base/contracts.ts'
import type { ChannelType } from '../../data/channels/use-channel-type.ts'
import { ProviderWords } from './ProviderWords.tsx'

/**
 * What a test found: the provider's name, or the broken step with its remedy, in the texts of the channel's plugin. For
 * a step without texts the provider's own words are quoted.
 */
export function CheckWords({ result, type, name }: { result: ConnectionCheck; type: ChannelType; name: string }) {
  const { t } = useTranslation('settings')
  const words = useTranslation(type.namespace, { useSuspense: false }).t as (
    key: string,
    options: { defaultValue: string },
  ) => string
  if (result.ok)
    return (
      <>
        <CircleCheck size={16} className="mt-0.5 shrink-0 text-success" aria-hidden />
        <span>{t('channels.check.passed', { identity: result.identity ?? name })}</span>
      </>
    )
  const step = result.step ?? 'unknown'
  const title = words(`check.${step}.title`, { defaultValue: '' })
  const fix = words(`check.${step}.fix`, { defaultValue: '' })
  return (
    <>
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-danger" aria-hidden />
      <span className="min-w-0">
        <span className="block font-medium">{title || t('channels.check.failed')}</span>
        {fix && <span className="block">{fix}</span>}
        {title === '' && <ProviderWords code={result.code} message={result.message} />}
      </span>
    </>
  )
}
