import { Button, Checkbox, Field, Icon, Select, useNumberFormat, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Check } from '../check.ts'
import type { Mapping } from '../run/run.ts'
import type { TableChoice } from '../table/table-choice.ts'
import { Problem } from './problem.tsx'
import { useStart } from './use-import.ts'

/** Users of the same address are taken for the same person. */
const usersByEmail = ({ users, places }: Check): Record<string, string> =>
  Object.fromEntries(
    users.flatMap(({ ref, email }) => {
      const same = places.users.find((user) => email !== '' && user.email.toLowerCase() === email.toLowerCase())
      return same ? [[ref, same.id]] : []
    }),
  )

/** A connection of the same name is taken for the same one; of a single connection there is no choice. */
const connectionsByName = ({ connections, places }: Check): Record<string, string> =>
  Object.fromEntries(
    connections.flatMap(({ ref, name }) => {
      const same =
        places.connections.find((place) => place.name.toLowerCase() === name.toLowerCase()) ??
        (places.connections.length === 1 ? places.connections[0] : undefined)
      return same ? [[ref, same.id]] : []
    }),
  )

/** Whoever else has an address comes along, as what they were there. */
const invitesOf = ({ users }: Check, mapped: Readonly<Record<string, string>>): Mapping['invites'] =>
  Object.fromEntries(
    users.flatMap(({ ref, email, proposed }) => (mapped[ref] === undefined && email !== '' ? [[ref, proposed]] : [])),
  )

const kinds = ['contact', 'ticket', 'message', 'queue', 'tag', 'quickMessage'] as const
const invited = 'invite:'
const profiles = ['user', 'super', 'admin'] as const

const withChoice = (chosen: Readonly<Record<string, string>>, ref: string, id: string): Record<string, string> =>
  id === '' ? Object.fromEntries(Object.entries(chosen).filter(([other]) => other !== ref)) : { ...chosen, [ref]: id }

/** What of the source becomes what here, and the two ways to begin. */
export function MappingForm({
  check,
  from = 'database',
  company = null,
  table = null,
}: {
  readonly check: Check
  readonly from?: Mapping['from']
  readonly company?: string | null
  readonly table?: TableChoice | null
}) {
  const { t } = useWords()
  const format = useNumberFormat()
  const start = useStart()
  const [connections, setConnections] = useState(() => connectionsByName(check))
  const [users, setUsers] = useState(() => usersByEmail(check))
  const [invites, setInvites] = useState(() => (table === null ? invitesOf(check, usersByEmail(check)) : {}))
  const [keepOpen, setKeepOpen] = useState(false)
  const [files, setFiles] = useState(check.files)
  const [follow, setFollow] = useState(false)
  const canFollow = table === null
  const mapping: Mapping = {
    from,
    company,
    table,
    connections,
    users,
    invites,
    keepOpen,
    files,
    follow: canFollow && follow,
  }
  const shownKinds = kinds.filter((kind) => kind !== 'quickMessage' || table === null)
  const isEmpty = Object.keys(connections).length === 0
  const begin = (isRehearsal: boolean) => start.mutate({ mapping, isRehearsal })
  return (
    <section aria-labelledby="import-mapping" className="flex flex-col gap-4">
      <h2 id="import-mapping" className="text-lg font-semibold">
        {t('mapping.title')}
      </h2>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {shownKinds.map((kind) => (
          <div key={kind} className="rounded-lg border border-line p-3">
            <dt className="text-sm text-ink-muted">{t(`kind.${kind}`)}</dt>
            <dd className="text-lg tabular-nums">
              {check.totals[kind] === undefined ? '—' : format.whole(check.totals[kind])}
            </dd>
          </div>
        ))}
      </dl>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1 font-medium">{t('mapping.connections')}</legend>
        <p className="text-sm text-ink-muted">{t('mapping.connectionsHelp')}</p>
        {check.connections.length === 0 && <p>{t('mapping.noConnections')}</p>}
        {check.connections.map(({ ref, name }) => (
          <Field key={ref} label={name}>
            <Select
              value={connections[ref] ?? ''}
              onValueChange={(id) => setConnections(withChoice(connections, ref, id))}
              options={[
                { value: '', label: t('mapping.leaveOut') },
                ...check.places.connections.map((place) => ({
                  value: place.id,
                  label: place.isActive ? place.name : t('mapping.inactive', { name: place.name }),
                })),
              ]}
            />
          </Field>
        ))}
      </fieldset>
      {check.users.length > 0 && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1 font-medium">{t('mapping.users')}</legend>
          <p className="text-sm text-ink-muted">{t('mapping.usersHelp')}</p>
          {check.users.map(({ ref, name, email, profile }) => (
            <Field
              key={ref}
              label={email === '' ? name : `${name} (${email})`}
              help={profile === '' ? undefined : t('mapping.profileThere', { profile })}
            >
              <Select
                value={users[ref] ?? (invites[ref] === undefined ? '' : `${invited}${invites[ref]}`)}
                onValueChange={(chosen) => {
                  const comes = chosen.startsWith(invited) ? chosen.slice(invited.length) : ''
                  setInvites(withChoice(invites, ref, comes) as Mapping['invites'])
                  setUsers(withChoice(users, ref, comes === '' ? chosen : ''))
                }}
                options={[
                  { value: '', label: t('mapping.nobody') },
                  ...(email === '' || table !== null
                    ? []
                    : profiles.map((one) => ({
                        value: `${invited}${one}`,
                        label: t('mapping.invite', { profile: t(`profile.${one}`) }),
                      }))),
                  ...check.places.users.map((user) => ({ value: user.id, label: `${user.name} (${user.email})` })),
                ]}
              />
            </Field>
          ))}
        </fieldset>
      )}
      {table === null && (
        <>
          <Checkbox label={t('mapping.files')} checked={files} disabled={!check.files} onCheckedChange={setFiles} />
          <p className="text-sm text-ink-muted">{t(check.files ? 'mapping.filesHelp' : 'mapping.filesNowhere')}</p>
        </>
      )}
      <Checkbox label={t('mapping.keepOpen')} checked={keepOpen} onCheckedChange={setKeepOpen} />
      <p className="text-sm text-ink-muted">{t('mapping.keepOpenHelp')}</p>
      {canFollow && (
        <>
          <Checkbox label={t('mapping.follow')} checked={follow} onCheckedChange={setFollow} />
          <p className="text-sm text-ink-muted">{t('mapping.followHelp')}</p>
        </>
      )}
      {start.isError && <Problem error={start.error} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={isEmpty || start.isPending} onClick={() => begin(true)}>
          {t('mapping.rehearse')}
        </Button>
        <Button
          icon={<Icon name="download" size={16} />}
          disabled={isEmpty || start.isPending}
          onClick={() => begin(false)}
        >
          {t('mapping.begin')}
        </Button>
      </div>
      {isEmpty && <p className="text-sm text-ink-muted">{t('mapping.chooseOne')}</p>}
    </section>
  )
}
