import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A field of a protobuf message: a number, bytes, or an encoded message. */
type Field = [number: number, value: number | Uint8Array | string]

function varint(value: number): number[] {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest]
    bytes.push((rest % 128) + 128)
  }
}

function message(...fields: Field[]): Uint8Array {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.from([...varint(number * 8), ...varint(value)])
      const bytes = typeof value === 'string' ? Buffer.from(value) : value
      return Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(bytes.length)]), bytes])
    }),
  )
}

const FLOAT = 1
const INT64 = 7

/** Encodes an input or output tensor; strings name variable sizes. */
const value = (name: string, type: number, ...sizes: (string | number)[]): Uint8Array => {
  const dims = sizes.map((size): Field => [1, message(typeof size === 'number' ? [1, size] : [2, size])])
  return message([1, name], [2, message([1, message([1, type], [2, message(...dims)])])])
}

/** Encodes an ONNX graph that looks up every token in a table: `[words, width]`, row by row. */
export function lookUpGraph(table: Float32Array, width: number, output = 'last_hidden_state'): Uint8Array {
  const weights = message(
    [1, table.length / width],
    [1, width],
    [2, FLOAT],
    [8, 'table'],
    [9, new Uint8Array(table.buffer)],
  )
  const graph = message(
    [1, message([1, 'table'], [1, 'input_ids'], [2, output], [4, 'Gather'])],
    [2, 'tiny'],
    [5, weights],
    [11, value('input_ids', INT64, 'batch', 'length')],
    [11, value('attention_mask', INT64, 'batch', 'length')],
    [12, value(output, FLOAT, 'batch', 'length', width)],
  )
  return message([1, 8], [7, graph], [8, message([2, 13])])
}

export interface TinyModel {
  /** Each word with its vector. */
  words: Map<string, readonly number[]>
  width: number
  output?: string
}

/** Writes a complete minimal embedding model into a folder. */
export function writeTinyModel(folder: string, { words, width, output }: TinyModel): void {
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...words.keys()]
  const table = new Float32Array(vocabulary.length * width)
  for (const [at, word] of vocabulary.entries()) table.set(words.get(word) ?? [], at * width)
  const write = (name: string, content: object): void => writeFileSync(path.join(folder, name), JSON.stringify(content))
  mkdirSync(path.join(folder, 'onnx'), { recursive: true })
  writeFileSync(path.join(folder, 'onnx/model.onnx'), lookUpGraph(table, width, output))
  write('config.json', { model_type: 'bert', architectures: ['BertModel'], hidden_size: width })
  write('tokenizer_config.json', { tokenizer_class: 'BertTokenizer', model_max_length: 512, pad_token: '[PAD]' })
  write('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: vocabulary.slice(0, 4).map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: null,
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((word, id) => [word, id])),
    },
  })
}
