CREATE TABLE "video_podcasts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"library_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"token_hash" text,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"author" text NOT NULL,
	"owner_email" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"is_explicit" boolean DEFAULT false NOT NULL,
	"picture_id" uuid,
	"guid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "video_podcasts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "video_podcasts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "video_podcasts_library" ON "video_podcasts" ("client_id","library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "video_podcasts_slug" ON "video_podcasts" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "video_podcasts_picture" ON "video_podcasts" ("client_id","picture_id");--> statement-breakpoint
ALTER TABLE "video_podcasts" ADD CONSTRAINT "video_podcasts_library_fk" FOREIGN KEY ("client_id","library_id") REFERENCES "video_libraries"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "video_podcasts" ADD CONSTRAINT "video_podcasts_picture_fk" FOREIGN KEY ("client_id","picture_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "video_podcasts_client" ON "video_podcasts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "video_podcasts_platform" ON "video_podcasts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);