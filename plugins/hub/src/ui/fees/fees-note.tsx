import { Skeleton, useApi, useErrorText, useNumberFormat, useWords, VisuallyHidden } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { Fees } from '../../fees/fees.ts'

/** Above the form of a channel of the hub: what NotificaMe charges, before anything is connected. */
export default function FeesNote() {
  const { t } = useWords()
  const api = useApi()
  const errorText = useErrorText()
  const fees = useQuery({
    queryKey: ['hub', 'fees'],
    queryFn: ({ signal }) => api.get<Fees>('fees', { signal }),
    // A master may have changed them since.
    refetchOnMount: 'always',
  })
  const { money } = useNumberFormat()
  return (
    <section className="flex flex-col gap-2 rounded-md border border-line p-3 text-list" aria-label={t('fees.title')}>
      <h3 className="font-semibold">{t('fees.title')}</h3>
      <p>{t('fees.charged')}</p>
      {fees.isPending && (
        <>
          <span role="status">
            <VisuallyHidden>{t('fees.loading')}</VisuallyHidden>
          </span>
          <Skeleton lines={5} />
        </>
      )}
      {fees.error && <p role="alert">{errorText(fees.error)}</p>}
      {fees.data && (
        <>
          <table className="w-full">
            <thead>
              <tr className="text-start">
                <th scope="col" className="py-0.5 text-start font-medium">
                  {t('fees.channel')}
                </th>
                <th scope="col" className="py-0.5 text-end font-medium">
                  {t('fees.activation')}
                </th>
              </tr>
            </thead>
            <tbody>
              {fees.data.channels.map(({ channel, activation }) => (
                <tr key={channel} className="border-t border-line">
                  <th scope="row" className="py-0.5 text-start font-normal">
                    {t(`config.channel.options.${channel}`)}
                  </th>
                  <td className="py-0.5 text-end tabular-nums">
                    {activation > 0 ? money(activation) : t('fees.none')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            {fees.data.monthly === null
              ? t('fees.monthlyUnknown')
              : t('fees.monthly', { amount: money(fees.data.monthly) })}
          </p>
        </>
      )}
    </section>
  )
}
