/** Skills as a company of some size collects them: name, and description as their authors wrote them. Written for this benchmark. */
export const OFFICE_SKILLS: Readonly<Record<string, string>> = {
  'pdf-forms':
    'Fills in fields of PDF forms, flattens them and checks that nothing was left empty. Use for applications, tax forms and contracts that come as fillable PDF.',
  'pdf-extract':
    'Extracts text, tables and images from PDF files, also from scanned pages by optical character recognition. Use when information has to come out of a PDF.',
  'word-documents':
    'Creates and edits Word documents with tracked changes, comments, styles and tables of contents. Use for .docx files.',
  'slide-decks':
    'Builds and restyles PowerPoint presentations: layouts, speaker notes, charts, consistent fonts. Use when the user wants slides or a .pptx file.',
  'spreadsheet-models':
    'Builds Excel workbooks with formulas, pivot tables and conditional formatting, and explains broken formulas. Use for .xlsx and financial models.',
  'invoice-matching':
    'Matches supplier invoices against purchase orders and delivery notes and lists what differs in price, quantity or tax. Use in accounts payable.',
  'expense-claims':
    'Checks travel expense claims against the policy: per diems, receipts, currency conversion, approvals. Use when a colleague hands in expenses.',
  'payroll-check':
    'Compares payroll runs of two months and explains each difference in salary, overtime and deductions. Use before wages are paid.',
  'contract-review':
    'Reads contracts for risky clauses on liability, termination, automatic renewal and data protection, and suggests wording. Use before anything is signed.',
  'privacy-requests':
    'Answers requests of persons to see or delete their personal data under the GDPR, with deadlines, templates and a list of systems. Use for data subject access requests.',
  'meeting-minutes':
    'Turns a transcript or rough notes into minutes with decisions, owners and due dates. Use after calls and workshops.',
  'interview-notes':
    'Structures notes of job interviews along the scorecard and marks what is not supported by what the candidate said. Use in hiring.',
  'job-postings':
    'Writes job advertisements that are clear, inclusive and say the salary range. Use when a vacancy is to be published.',
  'customer-replies':
    'Drafts answers to complaints and support tickets in our tone of voice, with refunds and escalations by the rules. Use for customer service mail.',
  newsletter:
    'Plans and writes the monthly newsletter with subject lines, preview text and links that are tracked. Use for mailings to subscribers.',
  'social-posts':
    'Writes short posts for LinkedIn, Mastodon and Instagram from a longer text, with hashtags and picture descriptions. Use for announcements on social media.',
  'press-releases':
    'Writes press releases with headline, lead, quotes and boilerplate, and a list of journalists to send them to. Use for news about the company.',
  'translation-review':
    'Checks translations for terminology, placeholders, plural forms and text that is too long for its place. Use on localisation files and translated pages.',
  'plain-language':
    'Rewrites bureaucratic texts in plain language with short sentences and everyday words. Use for letters to citizens and terms of use.',
  'accessibility-audit':
    'Audits web pages for WCAG 2.2: contrast, keyboard operation, headings, labels, screen reader output. Use before a page goes live.',
  'react-components':
    'Builds React components with TypeScript, hooks, tests and stories, following the design system. Use for user interface code.',
  'css-layout':
    'Fixes and builds layouts with grid, flexbox and container queries without magic numbers. Use when something is misaligned or breaks on phones.',
  'web-performance':
    'Finds out why a page loads slowly: bundle size, images, render blocking, third parties, and measures Core Web Vitals. Use for front-end speed.',
  'browser-tests':
    'Writes end-to-end tests in Playwright that do not flake, with page objects and traces. Use to test a web application through its user interface.',
  'unit-tests':
    'Adds missing unit tests, one behaviour each, and shows that they fail when the code is broken. Use when coverage is low or before a refactoring.',
  'python-packaging':
    'Packages Python projects with pyproject.toml, wheels, version numbers and a release to PyPI. Use for libraries and command line tools in Python.',
  'python-profiling':
    'Profiles Python programs for time and memory and removes the hot spots. Use when a script is slow or eats memory.',
  'rust-errors':
    'Designs error types in Rust with thiserror and anyhow, with context and without unwrap. Use on Rust code that panics.',
  'go-concurrency':
    'Finds data races, leaked goroutines and deadlocks in Go programs. Use when Go code hangs or the race detector complains.',
  'java-upgrade':
    'Upgrades Java and Spring Boot projects to newer versions step by step, with dependency conflicts and removed APIs. Use for Maven and Gradle builds.',
  'git-history':
    'Cleans up Git history: interactive rebase, splitting commits, finding the commit that broke something with bisect, recovering lost work. Use for version control trouble.',
  'code-review':
    'Reviews pull requests for correctness, security, readability and tests, worst findings first. Use when a diff is to be judged.',
  'dependency-updates':
    'Updates outdated npm, pip and cargo packages in small steps and reads their change logs for breaking changes. Use for Dependabot and Renovate noise.',
  'docker-images':
    'Writes small and safe Dockerfiles: multi-stage builds, non-root users, layer caching, health checks. Use for containers.',
  'kubernetes-debug':
    'Finds out why pods crash, stay pending or cannot be reached in Kubernetes: events, probes, limits, network policies. Use for cluster trouble.',
  'terraform-plans':
    'Reads Terraform plans and tells what will be destroyed, replaced or opened to the world. Use before infrastructure changes are applied.',
  'ci-pipelines':
    'Builds and speeds up pipelines in GitHub Actions and GitLab CI with caches, matrices and secrets. Use when builds are slow or red.',
  'log-analysis':
    'Searches large log files for errors, groups them and draws a timeline. Use after an outage or when a service misbehaves.',
  'alert-tuning':
    'Tunes Prometheus alerts and Grafana dashboards so that people are woken up only for what matters. Use for on-call noise.',
  'threat-modelling':
    'Draws data flows of a system and finds threats with STRIDE, with mitigations in order of risk. Use when the security of a design is discussed.',
  'secret-scanning':
    'Finds passwords, API keys and tokens in repositories and their history, and rotates them. Use before code is published.',
  'sql-tuning':
    'Makes slow SQL queries fast: execution plans, indexes, rewritten joins, statistics, for PostgreSQL and MySQL. Use when the database is slow.',
  'schema-design':
    'Designs relational database schemas with keys, constraints and names that last. Use for new tables and data models.',
  'data-cleaning':
    'Cleans tables with duplicates, missing values, mixed date formats and wrong encodings, and keeps a record of every change. Use before data is analysed.',
  'chart-design':
    'Chooses and draws the chart that answers the question, with honest axes and colours that everybody can tell apart. Use for plots and dashboards.',
  'ab-tests':
    'Plans and evaluates A/B tests: sample size, duration, confidence, and when to stop. Use for experiments with users.',
  forecasting:
    'Forecasts sales and demand from time series with seasonality, holidays and intervals of uncertainty. Use for planning with numbers.',
  'ml-evaluation':
    'Evaluates machine learning models: splits, leakage, calibration, confusion matrices, fairness. Use before a classifier is trusted.',
  'prompt-design':
    'Writes and tests prompts for language models, with examples, output formats and an evaluation set. Use when a model answers unreliably.',
  'rag-tuning':
    'Improves retrieval augmented generation: chunking, embeddings, reranking, citations. Use when a chatbot over documents gives wrong answers.',
  'image-editing':
    'Crops, resizes, retouches and converts photos in bulk with ImageMagick, keeping colour profiles. Use for picture files.',
  'video-captions':
    'Makes subtitles for videos: transcription, timing, line breaks, burned in or as files. Use for clips and recordings.',
  'audio-cleanup':
    'Removes noise, hum and silence from recordings and levels the volume. Use for podcasts and voice memos.',
  'map-making':
    'Draws maps from geographic data, with projections, GeoJSON and shapefiles. Use for locations, routes and regions.',
  'travel-planning':
    'Plans business trips with trains, flights, hotels and time zones, within budget. Use for itineraries.',
  'recipe-scaling':
    'Scales recipes to another number of portions and converts cups, ounces and degrees. Use for cooking.',
  'home-repair':
    'Explains small repairs at home: dripping taps, blocked drains, loose hinges, with tools and safety. Use for household problems.',
  'lesson-plans':
    'Writes lesson plans with goals, activities, timing and homework for school classes. Use for teachers.',
  'essay-feedback':
    'Gives students feedback on essays: argument, structure, sources, language, without rewriting for them. Use for written assignments.',
  'citation-check':
    'Checks that cited papers exist and say what is claimed, and formats bibliographies. Use for scientific texts and theses.',
  'grant-proposals':
    'Writes funding applications with work packages, budget and impact. Use for research grants.',
  'novel-outline': 'Outlines novels and short stories with characters, arcs and chapters. Use for fiction.',
}
