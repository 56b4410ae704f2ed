import { IconButton, toast } from '@recado/sdk/ui'
import { Copy, FileCheck2, ListChecks, MapPin, MessageCircleQuestion, PhoneCall, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Part } from '../../../../base/contracts.ts'
import { comingTime } from '../../../../base/i18n/per-locale.ts'
import { ChannelText } from '../../../../parts/messages/ChannelText.tsx'
import { SafeText } from '../../../../parts/messages/SafeText.tsx'

type Of<K extends Part['kind']> = Extract<Part, { kind: K }>

/** A place, as a link to a map. */
export function Place({ part: { lat, lng, name, address } }: { part: Of<'location'> }) {
  const { t } = useTranslation('attendance')
  return (
    <a
      className="flex items-start gap-2"
      target="_blank"
      rel="noopener noreferrer"
      href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=16/${lat}/${lng}`}
    >
      <MapPin size={16} className="mt-1 shrink-0" aria-hidden />
      <span className="min-w-0">
        <span className="underline underline-offset-2">{name ?? address ?? t('part.location')}</span>
        {name && address && <span className="block text-list text-ink-muted">{address}</span>}
      </span>
    </a>
  )
}

/** People somebody passed on, each a card with numbers to copy. */
export function ContactCards({ part }: { part: Of<'contacts'> }) {
  const { t } = useTranslation('attendance')
  const copy = (phone: string) =>
    void navigator.clipboard.writeText(phone).then(() => toast.success(t('part.phoneCopied')))
  return (
    <ul className="flex flex-col gap-1.5">
      {part.contacts.map((contact, index) => (
        <li
          key={index}
          className="flex w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface p-2.5 text-list"
        >
          <UserRound size={20} className="shrink-0 text-ink-muted" role="img" aria-label={t('part.contactCard')} />
          <span className="min-w-0 flex-1 leading-tight">
            <span className="block truncate font-medium text-ink">
              <bdi>{contact.name}</bdi>
            </span>
            {contact.organisation && (
              <span className="block truncate text-ink-muted">
                <bdi>{contact.organisation}</bdi>
              </span>
            )}
            {contact.phones.map((phone) => (
              <a
                key={phone}
                href={`tel:${phone}`}
                className="block text-ink-muted tabular-nums underline-offset-2 hover:underline"
              >
                {phone}
              </a>
            ))}
            {contact.emails?.map((email) => (
              <a
                key={email}
                href={`mailto:${email}`}
                className="block truncate text-ink-muted underline-offset-2 hover:underline"
              >
                {email}
              </a>
            ))}
          </span>
          {contact.phones[0] && (
            <IconButton
              size="small"
              icon={<Copy size={14} />}
              label={t('part.copyPhone', { phone: contact.phones[0] })}
              onClick={() => copy(contact.phones[0]!)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

/** A question with its choices, as the contact was given them. They cannot be pressed here. */
export function Choices({ part }: { part: Of<'interactive'> }) {
  const { t } = useTranslation('attendance')
  return (
    <div className="flex flex-col gap-2">
      <ChannelText text={part.body} />
      <ul aria-label={t('part.choices')} className="flex flex-wrap gap-1.5">
        {[...(part.buttons ?? []), ...(part.list ?? [])].map(({ id, label, hint }) => (
          <li key={id} className="rounded-md border border-line bg-surface px-2 py-1 text-list">
            {label}
            {hint && <span className="block text-xs text-ink-muted">{hint}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Choice({ part }: { part: Of<'interactiveReply'> }) {
  const { t, i18n } = useTranslation('attendance')
  const { hint, calls } = part
  const until = part.until && comingTime(i18n.language, new Date(part.until))
  const label = calls ? t(`part.calls.${until ? 'until' : calls}`, { until }) : part.label
  const Icon = calls ? PhoneCall : ListChecks
  return (
    <span className="flex items-start gap-2">
      <Icon size={16} className="mt-1 shrink-0 text-ink-muted" aria-hidden />
      <span>
        <span className="sr-only">{t('part.reply', { label })}</span>
        <span aria-hidden>
          <SafeText text={label} />
        </span>
        {hint && <span className="block text-xs text-ink-muted">{hint}</span>}
      </span>
    </span>
  )
}

/** An approved text: as the contact reads it, with the template's name below. */
export function Template({ part: { name, text } }: { part: Of<'template'> }) {
  const { t } = useTranslation('attendance')
  return (
    <span className="flex flex-col gap-1">
      {text !== undefined && <ChannelText text={text} />}
      <span className="flex items-center gap-1.5 text-list text-ink-muted">
        <FileCheck2 size={14} aria-hidden />
        {t('part.template', { name })}
      </span>
    </span>
  )
}

export function Unsupported({ part: { note } }: { part: Of<'unsupported'> }) {
  const { t } = useTranslation('attendance')
  return (
    <span className="flex items-center gap-2 text-ink-muted italic" title={note || undefined}>
      <MessageCircleQuestion size={16} className="shrink-0" aria-hidden />
      {t('part.unsupported')}
    </span>
  )
}
