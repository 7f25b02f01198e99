CREATE TABLE "video_sizes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"video_id" uuid NOT NULL,
	"height" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"playlist" text NOT NULL,
	"bandwidth" integer NOT NULL,
	CONSTRAINT "video_sizes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_sizes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "video_sizes_once" ON "video_sizes" ("client_id","video_id","height");--> statement-breakpoint
CREATE INDEX "video_sizes_file" ON "video_sizes" ("client_id","file_id");--> statement-breakpoint
ALTER TABLE "video_sizes" ADD CONSTRAINT "video_sizes_video_fk" FOREIGN KEY ("client_id","video_id") REFERENCES "videos"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_sizes" ADD CONSTRAINT "video_sizes_file_fk" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "video_sizes_client" ON "video_sizes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_sizes_platform" ON "video_sizes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);