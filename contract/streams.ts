import { z } from 'zod'

/** A response that is a file and is sent in pieces, of any length: text of the media type, or bytes. */
export class FileStream {
  readonly media_type: string
  readonly file_name: string
  readonly pieces: AsyncIterable<string | Uint8Array>

  constructor({ media_type, file_name, pieces }: Pick<FileStream, 'media_type' | 'file_name' | 'pieces'>) {
    this.media_type = media_type
    this.file_name = file_name
    this.pieces = pieces
  }
}

/** The output of an endpoint that answers with a file. */
export const fileOf = (media_type: string): z.ZodType<FileStream> => z.instanceof(FileStream).meta({ media_type })

/** The media type of an output that is a file; undefined for others. */
export const mediaTypeOf = (output: z.ZodType): string | undefined => {
  const media_type = output.meta()?.['media_type']
  return typeof media_type === 'string' ? media_type : undefined
}

/** Receives the frames of a stream. */
export interface StreamSink {
  /** Writes text unchanged; false when the reader is too slow. */
  write(text: string): boolean
  /** Ends the stream. */
  end(): void
}

/** A response that stays open: server-sent events as they occur. */
export class EventStream {
  /** Starts sending. Returns a function to call when the reader disconnects. */
  readonly open: (end: StreamSink) => () => void

  constructor(open: (end: StreamSink) => () => void) {
    this.open = open
  }
}

export const eventStream = z.instanceof(EventStream)
