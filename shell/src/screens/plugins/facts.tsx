import { Badge } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { PluginInfo } from '../../base/contracts.ts'

export interface Fact {
  readonly text: string
  /** The installed version did not ask for it. */ readonly isNew?: boolean
}

/** Keys of the texts of a plugin's uses. */
export const usesKeys = {
  'attributes.write': 'attributesWrite',
  'segments.read': 'segmentsRead',
  'contacts.list': 'contactsList',
  'tickets.list': 'ticketsList',
  'tickets.write': 'ticketsWrite',
  'automation.run': 'automationRun',
  'channels.groups': 'channelsGroups',
  'replies.expect': 'repliesExpect',
  'messages.read': 'messagesRead',
  'messages.words': 'messagesWords',
  'facts.read': 'factsRead',
  'webhooks.send': 'webhooksSend',
  'conversations.open': 'conversationsOpen',
  'keys.issue': 'keysIssue',
  'tokens.issue': 'tokensIssue',
  'imports.write': 'importsWrite',
  'contacts.write': 'contactsWrite',
  'connections.write': 'connectionsWrite',
  'mail.send': 'mailSend',
} as const satisfies Record<PluginInfo['uses'][number], string>

/** An attribute that a plugin brings: its name, type and owner. */
export function useAttributeText(): (attribute: PluginInfo['attributes'][number]) => string {
  const { t, i18n } = useTranslation('settings')
  return ({ name, owner, type, label }) =>
    t(`plugins.attributeOf.${owner}`, {
      name: label[i18n.language] ?? label['en'] ?? name,
      type: t(`plugins.attributeType.${type}`),
    })
}

/** One kind of what a plugin adds or asks for. */
export function Facts({
  icon,
  title,
  facts,
  none,
}: {
  icon: ReactNode
  title: string
  facts: readonly Fact[]
  none?: string
}) {
  const { t } = useTranslation('settings')
  return (
    <section className="flex min-w-0 gap-3">
      <span className="mt-0.5 text-ink-muted" aria-hidden>
        {icon}
      </span>
      <div className="min-w-0">
        <h3 className="font-medium">{title}</h3>
        {facts.length === 0 ? (
          <p className="text-ink-muted">{none}</p>
        ) : (
          <ul className="text-ink-muted">
            {facts.map(({ text, isNew }) => (
              <li key={text} className="break-words">
                {text}
                {isNew && (
                  <>
                    {' '}
                    <Badge tone="warning">{t('plugins.install.isNew')}</Badge>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}
