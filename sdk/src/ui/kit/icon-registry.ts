import {
  Activity, Archive, ArrowDown, ArrowUp, AtSign, BarChart3, Bell, Bot, Building2, Calendar, ChartLine, CircleHelp, ClipboardList, Clock, Code, Contact, Ellipsis, FileText, Globe, GripVertical, Hash, House, Image, ImagePlay, Inbox, Kanban, Key,
  Languages, Link, Lock, Mail, Megaphone, MessageCircle, MessageSquare, MessageSquareText, MessagesSquare, Mic, Monitor, Network, NotebookPen, Palette, Paperclip, Pencil, Phone, Pin, PinOff, Play, Plug, Plus, Puzzle, QrCode,
  Send, Settings, Shield, SlidersHorizontal, Smartphone, Sparkles, Star, Sticker, Tag, Ticket, Timer, Trash2, Undo2, User, Users, Video, Wallet, Webhook, Workflow, Wrench, X, Zap, type LucideIcon,
} from 'lucide-react'

/** What a definition may name as `icon`: lucide's own names. */
export const icons: Readonly<Record<string, LucideIcon>> = {
  activity: Activity, archive: Archive, 'arrow-down': ArrowDown, 'arrow-up': ArrowUp, 'at-sign': AtSign, 'bar-chart-3': BarChart3, bell: Bell, bot: Bot, 'building-2': Building2, calendar: Calendar, 'chart-line': ChartLine, 'circle-help': CircleHelp,
  'clipboard-list': ClipboardList, clock: Clock, code: Code, contact: Contact, ellipsis: Ellipsis, 'file-text': FileText, globe: Globe, 'grip-vertical': GripVertical, hash: Hash, house: House, image: Image, 'image-play': ImagePlay, inbox: Inbox, kanban: Kanban, key: Key,
  languages: Languages, link: Link, lock: Lock, mail: Mail, megaphone: Megaphone, 'message-circle': MessageCircle, 'message-square': MessageSquare, 'message-square-text': MessageSquareText,
  'messages-square': MessagesSquare, mic: Mic, monitor: Monitor, network: Network, 'notebook-pen': NotebookPen, palette: Palette, paperclip: Paperclip, pencil: Pencil, phone: Phone, pin: Pin, 'pin-off': PinOff, play: Play, plug: Plug, plus: Plus, puzzle: Puzzle, 'qr-code': QrCode,
  send: Send, settings: Settings, shield: Shield, 'sliders-horizontal': SlidersHorizontal, smartphone: Smartphone, sparkles: Sparkles, star: Star, sticker: Sticker, tag: Tag, ticket: Ticket, timer: Timer, 'trash-2': Trash2, 'undo-2': Undo2, user: User,
  users: Users, video: Video, wallet: Wallet, webhook: Webhook, workflow: Workflow, wrench: Wrench, x: X, zap: Zap,
}
