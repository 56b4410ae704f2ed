import { Badge, ChannelBadge } from '@recado/sdk/ui'
import { AtSign, Fingerprint, Phone } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import { useChannelTypes } from '../../data/channels/use-channel-type.ts'
import type { Contact } from '../../base/contracts.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** A number of a provider, with its region before it or its server behind it: `5511…@server`, `BR.1234…`. */
const providerNumber = /^([A-Z]{2}\.)?\d{6,}(@[\w.]+)?$/

/** Made by a machine: it says nothing to people, or only repeats the telephone number. */
const isBareId = ({ kind, value }: Contact['identities'][number]): boolean =>
  kind !== 'phone' && (uuid.test(value) || providerNumber.test(value))

/** Identities of the contact: one line per channel, with all names and numbers of the person there. */
export function IdentityList({ identities }: { identities: Contact['identities'] }) {
  const { t } = useTranslation('attendance')
  const channels = useChannelTypes()
  const heading = useId()
  const written = useWrittenPhone()
  const looks = (kind: string): { title: string; mark: ReactNode } => {
    if (kind === 'phone') return { title: t('panel.phone'), mark: <Phone size={14} aria-hidden /> }
    if (kind === 'email') return { title: t('panel.email'), mark: <AtSign size={14} aria-hidden /> }
    const channel = channels.find(({ info }) => info.identityKind === kind)
    return channel
      ? {
          title: channel.title,
          mark: <ChannelBadge color={channel.info.badge.color} icon={channel.info.badge.icon} label={channel.title} />,
        }
      : { title: kind, mark: <Fingerprint size={14} aria-hidden /> }
  }
  if (identities.length === 0) return null
  const kinds = [...new Set(identities.map(({ kind }) => kind))]
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="pb-1.5 text-xs font-semibold text-ink-muted">
        {t('panel.identities')}
      </h3>
      <ul className="flex flex-col gap-2 text-list">
        {kinds.map((kind) => {
          const { title, mark } = looks(kind)
          return (
            <li key={kind} className="flex gap-2">
              <span className="flex h-5 w-4 shrink-0 items-center justify-center text-ink-muted">{mark}</span>
              <div className="min-w-0 flex-1">
                <p className="text-ink-muted">{title}</p>
                {identities
                  .filter((identity) => identity.kind === kind && !isBareId(identity))
                  .map(({ value, verified }) => (
                    <p key={value} className="flex items-center gap-1.5">
                      <span className="min-w-0 truncate tabular-nums" title={value}>
                        {kind === 'phone' ? written(value) : value}
                      </span>
                      {!verified && <Badge>{t('panel.unverified')}</Badge>}
                    </p>
                  ))}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
