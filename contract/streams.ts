import { z } from 'zod'

/** A response that is not JSON and is sent in pieces, of any length. Each piece is text of the media type. */
export class TextStream {
  readonly media_type: string
  readonly file_name: string
  readonly pieces: AsyncIterable<string>

  constructor({ media_type, file_name, pieces }: Pick<TextStream, 'media_type' | 'file_name' | 'pieces'>) {
    this.media_type = media_type
    this.file_name = file_name
    this.pieces = pieces
  }
}

export const textStream = z.instanceof(TextStream)

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
