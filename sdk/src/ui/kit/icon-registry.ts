import {
  Activity, Archive, BarChart3, Bell, Bot, Building2, Calendar, ChartLine, CircleHelp, ClipboardList, Clock, Code, Contact, FileText, Globe, Hash, House, Image, Inbox, Kanban, Key,
  Languages, Link, Lock, Mail, Megaphone, MessageCircle, MessageSquare, MessageSquareText, MessagesSquare, Mic, Monitor, Network, NotebookPen, Palette, Phone, Plug, Puzzle, QrCode,
  Send, Settings, Shield, SlidersHorizontal, Smartphone, Sparkles, Star, Tag, Ticket, Timer, User, Users, Video, Wallet, Webhook, Workflow, Wrench, Zap, type LucideIcon,
} from 'lucide-react'

/** What a definition may name as `icon`: lucide's own names. */
export const icons: Readonly<Record<string, LucideIcon>> = {
  activity: Activity, archive: Archive, 'bar-chart-3': BarChart3, bell: Bell, bot: Bot, 'building-2': Building2, calendar: Calendar, 'chart-line': ChartLine, 'circle-help': CircleHelp,
  'clipboard-list': ClipboardList, clock: Clock, code: Code, contact: Contact, 'file-text': FileText, globe: Globe, hash: Hash, house: House, image: Image, inbox: Inbox, kanban: Kanban, key: Key,
  languages: Languages, link: Link, lock: Lock, mail: Mail, megaphone: Megaphone, 'message-circle': MessageCircle, 'message-square': MessageSquare, 'message-square-text': MessageSquareText,
  'messages-square': MessagesSquare, mic: Mic, monitor: Monitor, network: Network, 'notebook-pen': NotebookPen, palette: Palette, phone: Phone, plug: Plug, puzzle: Puzzle, 'qr-code': QrCode,
  send: Send, settings: Settings, shield: Shield, 'sliders-horizontal': SlidersHorizontal, smartphone: Smartphone, sparkles: Sparkles, star: Star, tag: Tag, ticket: Ticket, timer: Timer, user: User,
  users: Users, video: Video, wallet: Wallet, webhook: Webhook, workflow: Workflow, wrench: Wrench, zap: Zap,
}
