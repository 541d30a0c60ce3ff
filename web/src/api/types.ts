// The objects of the API, generated from api.schema.json as part of the engine package.
export type * from "sow-engine/types";
