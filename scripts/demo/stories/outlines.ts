import type { QueueName, TagName } from './story.ts'

/** What a conversation of the last month was about. */
export interface Outline {
  readonly queue: QueueName
  readonly lines: readonly string[]
  readonly answers: readonly string[]
  readonly tag?: TagName
}

export const outlines: readonly Outline[] = [
  {
    queue: 'Vendas',
    lines: ['Bom dia! Vocês têm agenda 2027?'],
    answers: ['Temos, sim: capa dura por R$ 49,90 e espiral por R$ 34,90.'],
  },
  {
    queue: 'Suporte',
    lines: ['Meu pedido chegou sem a nota fiscal'],
    answers: ['Desculpe por isso! Acabei de enviar a nota para o seu e-mail.'],
  },
  {
    queue: 'Financeiro',
    lines: ['Preciso da segunda via do boleto, por favor', 'Venceu ontem'],
    answers: ['Aqui está o novo boleto, sem juros e com vencimento para sexta-feira.'],
    tag: 'Segunda via',
  },
  {
    queue: 'Vendas',
    lines: ['Qual o prazo de entrega para Sorocaba?'],
    answers: ['Dois dias úteis depois da confirmação do pagamento.', 'Precisa de mais alguma coisa?'],
  },
  {
    queue: 'Suporte',
    lines: ['A caneta tinteiro está vazando 😟'],
    answers: ['Que pena! Trocamos sem custo. Pode trazer à loja ou enviar pelos Correios com este código.'],
    tag: 'Troca',
  },
  {
    queue: 'Vendas',
    lines: ['Vocês vendem no atacado para escolas?', 'Seriam 80 estojos'],
    answers: ['Vendemos, sim. A partir de 50 unidades o desconto é de 15%.', 'Segue a proposta em seu e-mail.'],
    tag: 'Atacado',
  },
  {
    queue: 'Vendas',
    lines: ['Tem papel de presente com tema de astronauta?'],
    answers: ['Tem! Chegou ontem. Separo um rolo para você?'],
    tag: 'Presente',
  },
  {
    queue: 'Suporte',
    lines: ['O site não aceita meu cupom'],
    answers: ['Esse cupom vale só para a primeira compra. Use *AURORA5*, que vale para todas.'],
  },
  {
    queue: 'Financeiro',
    lines: ['Fui cobrado duas vezes no cartão'],
    answers: ['Encontrei a cobrança repetida e já pedi o estorno. Ele aparece na próxima fatura.'],
  },
  {
    queue: 'Vendas',
    lines: ['Oi! Ainda dá tempo de comprar para o Dia das Crianças?'],
    answers: ['Dá, sim! Pedidos até as 15h saem no mesmo dia.'],
    tag: 'Presente',
  },
  {
    queue: 'Suporte',
    lines: ['Como troco o refil do grampeador?'],
    answers: ['Puxe a trava de trás e encaixe os grampos com as pontas para baixo. Mando um vídeo se quiser.'],
  },
  {
    queue: 'Vendas',
    lines: ['Vocês fazem encadernação?', 'São 4 apostilas de 200 folhas'],
    answers: ['Fazemos! Fica R$ 12,00 cada uma, prontas no mesmo dia.'],
  },
  {
    queue: 'Vendas',
    lines: ['O caderno inteligente A5 voltou ao estoque?'],
    answers: ['Voltou hoje, nas cores azul e grafite.'],
    tag: 'Cliente fiel',
  },
  {
    queue: 'Financeiro',
    lines: ['Podem emitir a nota no CNPJ?'],
    answers: ['Podemos, desde que seja no mês da compra. Qual é o CNPJ?', 'Nota emitida e enviada por e-mail.'],
  },
  {
    queue: 'Suporte',
    lines: ['Comprei a cor errada, dá para trocar?'],
    answers: ['Dá, sim, em até 7 dias e sem uso. É só trazer a nota.'],
    tag: 'Troca',
  },
  {
    queue: 'Vendas',
    lines: ['Quanto custa plastificar um documento?'],
    answers: ['R$ 6,00 no tamanho A4. Fica pronto na hora.'],
  },
]

/** People are called by each pair of these. */
export const firstNames = [
  'Adriana',
  'Breno',
  'Cecília',
  'Danilo',
  'Eliane',
  'Fábio',
  'Giovana',
  'Hugo',
  'Isadora',
  'Júlio',
  'Karina',
  'Leandro',
  'Milena',
  'Nelson',
  'Olívia',
  'Paulo',
  'Quitéria',
  'Rodrigo',
  'Sabrina',
  'Túlio',
] as const
export const lastNames = ['Pacheco', 'Moreira', 'Figueiredo', 'Barros', 'Queiroz', 'Vidal', 'Camargo'] as const
