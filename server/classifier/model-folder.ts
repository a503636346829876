import { existsSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * Why the model of a folder cannot be used. `not_a_folder`, `incomplete` and `no_package` are known before it is
 * loaded; `unusable`: loading failed, or it returns no embeddings; `stopped`: it ran and failed recently.
 */
export type ModelProblem = 'not_a_folder' | 'incomplete' | 'no_package' | 'unusable' | 'stopped'

export interface ModelFault {
  problem: ModelProblem
  /** The missing file or the loader's message; never text of a request. */
  detail: string
}

export interface ModelFolder {
  folder: string
  /** Id of the model: the name of its folder. */
  id: string
  /** Path of the graph as transformers.js expects it: without extension and without its subfolder. */
  graph: string
  subfolder: string
  has_external_data: boolean
  /** Prefix of every text, for models that expect an instruction. */
  instruction: string
  /** Path of the package: beside this program, or in the folder itself. */
  package_path: string
}

export const PACKAGE = '@huggingface/transformers'

/** The most precise graph first. */
const graphCandidates = [
  ['onnx', 'model'],
  ['onnx', 'encoder_model'],
  ['onnx', 'model_quantized'],
  ['onnx', 'encoder_model_quantized'],
  ['', 'model'],
] as const

const requiredFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json']

// In the format of the instructor models' authors: the domain, the type of text, and the purpose.
const INSTRUCTION = 'Represent the Religion prayer request for classification: '

/** Checks the contents of the folder without loading anything. */
export function inspectModelFolder(folder: string): ModelFolder | ModelFault {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return { problem: 'not_a_folder', detail: folder }
  const missing = requiredFiles.find((name) => !existsSync(path.join(folder, name)))
  if (missing !== undefined) return { problem: 'incomplete', detail: missing }
  if (readModelType(folder) === undefined) return { problem: 'incomplete', detail: 'config.json' }
  const graph = graphCandidates.find(([subfolder, name]) => existsSync(path.join(folder, subfolder, `${name}.onnx`)))
  if (!graph) return { problem: 'incomplete', detail: 'onnx/model.onnx' }
  const package_path = findPackage(folder)
  if (package_path === undefined) return { problem: 'no_package', detail: PACKAGE }
  const [subfolder, name] = graph
  const id = path.basename(folder)
  return {
    folder,
    id,
    graph: name,
    subfolder,
    has_external_data: existsSync(path.join(folder, subfolder, `${name}.onnx_data`)),
    instruction: /instructor/i.test(id) ? INSTRUCTION : '',
    package_path,
  }
}

function readModelType(folder: string): string | undefined {
  try {
    const config: unknown = JSON.parse(readFileSync(path.join(folder, 'config.json'), 'utf8'))
    const isNamed = typeof config === 'object' && config !== null && 'model_type' in config
    return isNamed && typeof config.model_type === 'string' ? config.model_type : undefined
  } catch {
    return undefined
  }
}

function findPackage(folder: string): string | undefined {
  for (const from of [import.meta.url, path.join(folder, 'package.json')]) {
    try {
      return createRequire(from).resolve(PACKAGE)
    } catch {
      // Not found; the next location may have it.
    }
  }
  return undefined
}

const faultMessages: Record<ModelProblem, (detail: string) => string> = {
  not_a_folder: (detail) => `MODEL_DIR names no folder: ${detail}. Correct it and start the server again.`,
  incomplete: (detail) =>
    `The folder of MODEL_DIR has no ${detail}, or one that cannot be read. classifier/README.md says how it is made.`,
  no_package: (detail) =>
    `The package ${detail}, which loads local models, is not installed. classifier/README.md says how to add it.`,
  unusable: (detail) => `The model of MODEL_DIR cannot be used: ${detail}`,
  stopped: (detail) => `The model of MODEL_DIR stopped (${detail}). It is tried again after a minute.`,
}

/** Describes the problem and its solution in English, for the log and for `GET /api/models`. */
export const formatFault = ({ problem, detail }: ModelFault): string => faultMessages[problem](detail)
