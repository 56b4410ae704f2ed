import {
  Activity,
  BadgeCheck,
  Bot,
  Building2,
  CalendarClock,
  Fingerprint,
  Globe,
  Inbox,
  KeyRound,
  Layers,
  ListPlus,
  LogIn,
  type LucideIcon,
  Puzzle,
  Radio,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Timer,
  UserCog,
  Users,
  UsersRound,
  Webhook,
} from 'lucide-react'
import type { Tier } from '../../base/contracts.ts'

/** Groups of the settings in their navigation. Pages of plugins are among the channels. */
export const settingsSections = ['company', 'people', 'channels', 'access', 'installation'] as const
export type SettingsSection = (typeof settingsSections)[number]

export interface SettingsPage {
  /** Of its label: `frame.settings.<key>`. */
  readonly key: string
  readonly path: `/configuracoes/${string}`
  readonly icon: LucideIcon
  /** A user without it does not see the entry and is led home (S5-029, S5-030); the server refuses on its own. */
  readonly permission: string
  readonly section: SettingsSection
  /** The lowest licence tier that has the page. */
  readonly tier?: Tier
}

/** The product's own pages below `/configuracoes` (S2-068…091); plugins add theirs by their manifests. */
export const settingsPages: readonly SettingsPage[] = [
  {
    key: 'general',
    path: '/configuracoes/geral',
    icon: SlidersHorizontal,
    permission: 'settings.manage',
    section: 'company',
  },
  { key: 'queues', path: '/configuracoes/filas', icon: Inbox, permission: 'queues.manage', section: 'company' },
  { key: 'tags', path: '/configuracoes/etiquetas', icon: Tags, permission: 'tags.manage', section: 'company' },
  {
    key: 'attributes',
    path: '/configuracoes/atributos',
    icon: ListPlus,
    permission: 'attributes.manage',
    section: 'company',
  },
  { key: 'rules', path: '/configuracoes/atendimento', icon: Timer, permission: 'settings.manage', section: 'company' },
  {
    key: 'responders',
    path: '/configuracoes/respostas-automaticas',
    icon: Bot,
    permission: 'settings.manage',
    section: 'company',
  },
  {
    key: 'licence',
    path: '/configuracoes/licenca',
    icon: BadgeCheck,
    permission: 'licence.manage',
    section: 'company',
  },
  {
    key: 'system',
    path: '/configuracoes/informacoes-sistema',
    icon: Server,
    permission: 'settings.manage',
    section: 'company',
  },
  { key: 'users', path: '/configuracoes/usuarios', icon: Users, permission: 'users.manage', section: 'people' },
  { key: 'roles', path: '/configuracoes/perfis', icon: UserCog, permission: 'roles.manage', section: 'people' },
  {
    key: 'groups',
    path: '/configuracoes/grupos',
    icon: UsersRound,
    permission: 'groups.read',
    section: 'people',
    tier: 'plus',
  },
  { key: 'hours', path: '/configuracoes/horarios', icon: CalendarClock, permission: 'users.read', section: 'people' },
  { key: 'channels', path: '/configuracoes/canais', icon: Radio, permission: 'channels.read', section: 'channels' },
  { key: 'plugins', path: '/configuracoes/plugins', icon: Puzzle, permission: 'plugins.manage', section: 'channels' },
  {
    key: 'managePasskeys',
    path: '/configuracoes/gerenciar-passkeys',
    icon: Fingerprint,
    permission: 'users.manage',
    section: 'access',
  },
  {
    key: 'singleSignOn',
    path: '/configuracoes/login-unico',
    icon: LogIn,
    permission: 'signin.manage',
    section: 'access',
  },
  { key: 'tokens', path: '/configuracoes/tokens', icon: KeyRound, permission: 'tokens.manage', section: 'access' },
  { key: 'webhooks', path: '/configuracoes/webhooks', icon: Webhook, permission: 'webhooks.manage', section: 'access' },
  { key: 'audit', path: '/configuracoes/auditoria', icon: ScrollText, permission: 'audit.read', section: 'access' },
  {
    key: 'privacy',
    path: '/configuracoes/privacidade',
    icon: ShieldCheck,
    permission: 'privacy.manage',
    section: 'access',
  },
  {
    key: 'operations',
    path: '/configuracoes/operacao',
    icon: Activity,
    permission: 'platform.manage',
    section: 'installation',
  },
  {
    key: 'globals',
    path: '/configuracoes/globais',
    icon: Globe,
    permission: 'platform.manage',
    section: 'installation',
  },
  {
    key: 'companies',
    path: '/configuracoes/empresas',
    icon: Building2,
    permission: 'tenants.manage',
    section: 'installation',
  },
  { key: 'plans', path: '/configuracoes/planos', icon: Layers, permission: 'plans.manage', section: 'installation' },
]
