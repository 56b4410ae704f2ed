import { Avatar, Button, IconButton, Popover } from '@recado/sdk/ui'
import { Plus, X } from 'lucide-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ColleagueList } from '../people/ColleagueList.tsx'
import type { ContactDraft } from './contact-draft.ts'

type Wallets = ContactDraft['wallets']

/** In whose wallets a contact is, and colleagues to add; for reading where `disabled`. */
export function WalletPicker({
  wallets,
  onChange,
  disabled = false,
}: {
  wallets: Wallets
  onChange(wallets: Wallets): void
  disabled?: boolean
}) {
  const { t } = useTranslation('contacts')
  const has = (id: string) => wallets.some((user) => user.id === id)
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <ul aria-label={t('wallet.title')} className="flex w-full flex-col gap-1 empty:hidden">
        {wallets.map((user) => (
          <li key={user.id} className="flex items-center gap-2 text-list">
            <Avatar name={user.name} size={24} decorative />
            <span className="min-w-0 flex-1 truncate">{user.name}</span>
            {!disabled && (
              <IconButton
                size="small"
                icon={<X size={14} />}
                label={t('wallet.remove', { name: user.name })}
                onClick={() => onChange(wallets.filter(({ id }) => id !== user.id))}
              />
            )}
          </li>
        ))}
      </ul>
      {wallets.length === 0 && <p className="text-list text-ink-muted">{t('wallet.none')}</p>}
      {!disabled && (
        <Popover
          label={t('wallet.choose')}
          className="w-80 max-w-[calc(100vw-2rem)]"
          trigger={
            <Button size="small" variant="ghost" icon={<Plus size={14} />}>
              {t('wallet.add')}
            </Button>
          }
        >
          <Suspense fallback={null}>
            <ColleagueList
              label={t('wallet.choose')}
              selected={({ id }) => has(id)}
              onChoose={(user) =>
                onChange(
                  has(user.id)
                    ? wallets.filter(({ id }) => id !== user.id)
                    : [...wallets, { id: user.id, name: user.name }],
                )
              }
            />
          </Suspense>
        </Popover>
      )}
    </div>
  )
}
