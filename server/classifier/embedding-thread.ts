// Runs on a separate thread: an embedding model needs up to seconds of a core for one text.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { normalizeVector } from './likeness.ts'
import type { ModelFolder } from './model-folder.ts'

/** Request to the thread. */
export interface EmbedRequest {
  id: number
  texts: string[]
}
/** Reply of the thread: first that it is ready or an error, then for each request the vectors or an error. */
export type EmbedReply =
  | { id: null; error?: string }
  | { id: number; vectors: Float32Array[] }
  | { id: number; error: string }

/** The parts of the package that are used. The package is not installed at type-checking time. */
interface Tensor {
  data: ArrayLike<number | bigint>
  dims: number[]
}
type Tensors = Record<string, Tensor | undefined>
interface Transformers {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; useFSCache: boolean; useBrowserCache: boolean }
  AutoTokenizer: { from_pretrained(folder: string, options: object): Promise<Tokenizer> }
  PreTrainedModel: { from_pretrained(folder: string, options: object): Promise<(inputs: Tensors) => Promise<Tensors>> }
}
type Tokenizer = (text: string, options: object) => Tensors

/** Maximum number of tokens read of a text, the limit of instructor-large. */
const MAX_TOKENS = 512

const { folder, graph, subfolder, has_external_data, instruction, package_path } = workerData as ModelFolder

async function loadModel(): Promise<(text: string) => Promise<Float32Array>> {
  const { env, AutoTokenizer, PreTrainedModel } = createRequire(import.meta.url)(package_path) as Transformers
  // Never downloads anything and never writes beside the model.
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useFSCache = false
  env.useBrowserCache = false
  const local = { local_files_only: true }
  const tokenize = await AutoTokenizer.from_pretrained(folder, local)
  const config = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8')) as object
  const run = await PreTrainedModel.from_pretrained(folder, {
    ...local,
    // Loads one graph from tokens to vectors, without the decoder that some model families need to generate text.
    config: { ...config, model_type: 'custom' },
    model_file_name: graph,
    subfolder,
    dtype: 'fp32',
    device: 'cpu',
    use_external_data_format: has_external_data,
    // Leaves one core to the page requests.
    session_options: { intraOpNumThreads: Math.max(1, availableParallelism() - 1), logSeverityLevel: 3 },
  })
  const instructionTokens =
    instruction === '' ? 0 : (tokenize(instruction, { add_special_tokens: false }).input_ids?.data.length ?? 0)
  return async (text) => {
    const inputs = tokenize(instruction + text, { truncation: true, max_length: MAX_TOKENS, padding: true })
    return poolTokens(await run(inputs), inputs.attention_mask, instructionTokens)
  }
}

/**
 * Returns the graph's sentence embedding, else the mean of the token vectors without those of the instruction,
 * normalized to length one.
 */
function poolTokens(outputs: Tensors, mask: Tensor | undefined, instructionTokens: number): Float32Array {
  const whole = outputs['sentence_embedding']
  if (whole) return normalizeVector(Float32Array.from(whole.data, Number))
  const tokens = outputs['last_hidden_state'] ?? outputs['token_embeddings']
  const [, length = 0, width = 0] = tokens?.dims ?? []
  if (!tokens || tokens.dims.length !== 3 || width === 0) throw new Error('its graph gives no embeddings')
  const sum = new Float32Array(width)
  // Includes the tokens of the instruction where only that was read.
  const first = instructionTokens < length ? instructionTokens : 0
  for (let token = first; token < length; token += 1) {
    if (mask && Number(mask.data[token]) === 0) continue
    for (let at = 0; at < width; at += 1) sum[at] = (sum[at] ?? 0) + Number(tokens.data[token * width + at])
  }
  return normalizeVector(sum)
}

const port = parentPort
if (!port) throw new Error('This file is run as a thread.')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
const reply = (message: EmbedReply): void => port.postMessage(message)

/** Formats an error as one line. It may contain paths and file names, but no text of users: none was read yet. */
const errorMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/gu, ' ').slice(0, 300)

try {
  const embed = await loadModel()
  // Runs once, so that a graph of the wrong kind is detected before a request depends on it.
  await embed('Please pray for us.')
  port.on('message', ({ id, texts }: EmbedRequest) => {
    const answer = async (): Promise<void> => {
      const vectors = []
      for (const text of texts) vectors.push(await embed(text))
      reply({ id, vectors })
    }
    answer().catch((error: unknown) => reply({ id, error: error instanceof Error ? error.name : 'unknown' }))
  })
  reply({ id: null })
} catch (error) {
  reply({ id: null, error: errorMessage(error) })
}
